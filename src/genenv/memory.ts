/** @file The settings that bound the memory of an update, as a policy takes them. */
import type { UpdateMemory } from '../policy/policy.ts';
import type { Settings } from './settings/settings.ts';

export const updateMemory = ({
  gradientCheckpointing,
  microBatchTokens,
}: Pick<Settings, 'gradientCheckpointing' | 'microBatchTokens'>): UpdateMemory => ({
  gradientCheckpointing,
  microBatchTokens,
});
