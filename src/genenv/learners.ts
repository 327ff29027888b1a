/** @file Who learns: the models that `whoLearns` lets learn; an arm may keep its environment from learning anyway. */
import type { Settings } from './settings/settings.ts';

export const learners = ({ whoLearns }: Pick<Settings, 'whoLearns'>): { agent: boolean; environment: boolean } => ({
  agent: whoLearns === 'both' || whoLearns === 'agent',
  environment: whoLearns === 'both' || whoLearns === 'environment',
});
