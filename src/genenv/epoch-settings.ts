/**
 * @file Derives what the stages of an epoch need from the settings: α, the models that learn, and how both sample and
 * update.
 */
import { meanOrNull } from '../common/mean.ts';
import type { SamplingSettings, UpdateMemory } from '../policy/policy.ts';
import type { Settings } from './settings/settings-table.ts';

/** No target falls below this. At 0 the environment would be rewarded for tasks that nobody solves. */
const LOWEST_ALPHA = 0.05;

/**
 * Returns an α that follows the agent. This is not in the paper. If the agent has lately succeeded more often than α,
 * the environment is rewarded for harder tasks than before:
 *
 *   α_t = max(.05, α − g·max(0, s_t − α))
 *
 * with the agent's recent success s_t before the epoch and the gain g. Recent success below α changes nothing: an agent
 * that solves little at first would else move the target to tasks that it already solves.
 * @param alpha from 0 to 1; it stays if it is below .05
 */
export const followingAlpha = (alpha: number, gain: number, success: number): number =>
  Math.min(alpha, Math.max(LOWEST_ALPHA, alpha - gain * Math.max(0, success - alpha)));

/**
 * Returns the settings with the α of an epoch. Everything that reads α in an epoch (reward, filter, the choices of
 * arms, pictures of the epoch) reads it from these settings.
 * @param recentSuccess by family, before the epoch: the exponential mean that contexts tell too, as `tasks-written`
 * logs it. α follows its mean over the families; without any (other trainers' logs), α stays.
 */
export function withEpochAlpha<Chosen extends Pick<Settings, 'alpha' | 'alphaRule' | 'alphaGain'>>(
  settings: Chosen,
  recentSuccess: Readonly<Record<string, number>> = {},
): Chosen {
  const success = meanOrNull(Object.values(recentSuccess));
  if (settings.alphaRule !== 'follows' || success === null) return settings;
  return { ...settings, alpha: followingAlpha(settings.alpha, settings.alphaGain, success) };
}

/** Says which models `whoLearns` lets learn. An arm may still keep its environment from learning. */
export const learners = ({ whoLearns }: Pick<Settings, 'whoLearns'>): { agent: boolean; environment: boolean } => ({
  agent: whoLearns === 'both' || whoLearns === 'agent',
  environment: whoLearns === 'both' || whoLearns === 'environment',
});

export const updateMemory = ({
  gradientCheckpointing,
  microBatchTokens,
}: Pick<Settings, 'gradientCheckpointing' | 'microBatchTokens'>): UpdateMemory => ({
  gradientCheckpointing,
  microBatchTokens,
});

/**
 * Settings that all sampling of a run shares. Without memory settings, as many rollouts are sampled at once as the
 * device can bind, in f32.
 */
export type SamplingChoices = Pick<Settings, 'topK' | 'topP'> &
  Partial<Pick<Settings, 'kvCachePrecision' | 'rolloutsPerWave'>>;

export const samplingOf = (
  { topK, topP, kvCachePrecision, rolloutsPerWave }: SamplingChoices,
  own: Pick<SamplingSettings, 'temperature' | 'maxNewTokens' | 'stopIds'>,
): SamplingSettings => ({ ...own, topK, topP, kvCachePrecision, rolloutsPerWave });
