/**
 * @file The models that play.
 */
import { text } from '../setting-kinds.ts';

export const modelsSettings = {
  agentModel: text({
    group: 'models',
    label: 'Agent model',
    meaning: 'The model that attempts tasks: a folder, or hf:owner/name on the Hugging Face hub.',
    origin: 'open',
    default: 'discovery-agent',
  }),
  environmentModel: text({
    group: 'models',
    label: 'Environment model',
    meaning: 'The model that writes tasks: a folder, or hf:owner/name on the Hugging Face hub.',
    origin: 'open',
    default: 'discovery-environment-hard',
  }),
  teacherModel: text({
    group: 'models',
    label: 'Teacher model',
    meaning:
      'The frozen model that writes the tasks of the arm offline, a folder or hf:owner/name; the other arms do without.',
    origin: 'open',
    default: 'discovery-teacher',
  }),
};
