/**
 * @file The models that play.
 */
import { text } from '../setting-kinds.ts';

export const modelsSettings = {
  agentModel: text({
    group: 'models',
    label: 'Agent model',
    meaning: 'Folder or repository of the model that attempts tasks.',
    origin: 'open',
    default: 'discovery-agent',
  }),
  environmentModel: text({
    group: 'models',
    label: 'Environment model',
    meaning: 'Folder or repository of the model that writes tasks.',
    origin: 'open',
    default: 'discovery-environment-hard',
  }),
  teacherModel: text({
    group: 'models',
    label: 'Teacher model',
    meaning:
      'Folder or repository of the frozen model that writes the tasks of the arm offline; the other arms do without.',
    origin: 'open',
    default: 'discovery-teacher',
  }),
};
