/** @file The settings of memory, as a policy takes them. */
import type { SamplingSettings, UpdateMemory } from '../policy/policy.ts';
import type { Settings } from './settings/settings.ts';

/** Settings that bound the memory of sampling; absent: as many rollouts at once as the device binds, in f32. */
export type SamplingMemorySettings = Partial<Pick<Settings, 'kvCachePrecision' | 'rolloutsPerWave'>>;

export const samplingMemory = ({
  kvCachePrecision,
  rolloutsPerWave,
}: SamplingMemorySettings): Pick<SamplingSettings, 'kvCachePrecision' | 'rolloutsPerWave'> => ({
  kvCachePrecision,
  rolloutsPerWave,
});

export const updateMemory = ({
  gradientCheckpointing,
  microBatchTokens,
}: Pick<Settings, 'gradientCheckpointing' | 'microBatchTokens'>): UpdateMemory => ({
  gradientCheckpointing,
  microBatchTokens,
});
