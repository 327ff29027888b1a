/** @file The settings of sampling, as a policy takes them. */
import type { SamplingSettings } from '../policy/policy.ts';
import type { Settings } from './settings/settings.ts';

/** What the settings of a run say of all sampling; without the settings of memory: as many rollouts at once as the device binds, in f32. */
export type SamplingChoices = Pick<Settings, 'topK' | 'topP'> &
  Partial<Pick<Settings, 'kvCachePrecision' | 'rolloutsPerWave'>>;

export const samplingOf = (
  { topK, topP, kvCachePrecision, rolloutsPerWave }: SamplingChoices,
  own: Pick<SamplingSettings, 'temperature' | 'maxNewTokens' | 'stopIds'>,
): SamplingSettings => ({ ...own, topK, topP, kvCachePrecision, rolloutsPerWave });
