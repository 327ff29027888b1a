/**
 * @file The models of a run.
 */
import { text } from '../setting-kinds.ts';

export const modelsSettings = {
  agentModel: text({
    group: 'models',
    origin: 'open',
    default: 'discovery-agent',
  }),
  environmentModel: text({
    group: 'models',
    origin: 'open',
    default: 'discovery-environment-hard',
  }),
  teacherModel: text({
    group: 'models',
    origin: 'open',
    default: 'discovery-teacher',
  }),
};
