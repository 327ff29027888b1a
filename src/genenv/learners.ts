/**
 * @file Who learns: which models the setting `whoLearns` lets learn. An arm whose environment never learns keeps it from
 * learning whatever the setting says (`Arm.environmentLearns`).
 */
import type { Settings } from './settings/settings.ts';

export const learners = ({ whoLearns }: Pick<Settings, 'whoLearns'>): { agent: boolean; environment: boolean } => ({
  agent: whoLearns === 'both' || whoLearns === 'agent',
  environment: whoLearns === 'both' || whoLearns === 'environment',
});
