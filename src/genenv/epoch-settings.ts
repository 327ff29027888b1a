/**
 * @file Derives what the stages of an epoch need from the settings: α, the models that learn, how both sample and
 * update, and the published variant of GRPO.
 */
import { meanOrNull } from '../common/mean.ts';
import type { AdvantageScale } from '../curriculum/curriculum.ts';
import type { KlEstimator, LossAggregation } from '../objectives/objective.ts';
import type { OptimizerSettings, SamplingSettings, UpdateMemory } from '../policy/policy.ts';
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

export const optimizerOf = (player: 'agent' | 'environment', settings: Settings): OptimizerSettings => ({
  learningRate: settings[`${player}LearningRate`],
  beta1: settings[`${player}Beta1`],
  beta2: settings[`${player}Beta2`],
  epsilon: settings[`${player}Epsilon`],
  weightDecay: settings[`${player}WeightDecay`],
  clipNorm: settings[`${player}ClipNorm`],
});

export const updateMemory = ({
  gradientCheckpointing,
  microBatchTokens,
}: Pick<Settings, 'gradientCheckpointing' | 'microBatchTokens'>): UpdateMemory => ({
  gradientCheckpointing,
  microBatchTokens,
});

/**
 * All sampling of a run shares these settings. The default for `rolloutsPerWave` is as many as the device can bind, and
 * the default for the KV cache is f32.
 */
export type SamplingChoices = Pick<Settings, 'topK' | 'topP'> &
  Partial<Pick<Settings, 'kvCachePrecision' | 'rolloutsPerWave'>>;

export const samplingOf = (
  { topK, topP, kvCachePrecision, rolloutsPerWave }: SamplingChoices,
  own: Pick<SamplingSettings, 'temperature' | 'maxNewTokens' | 'stopIds'>,
): SamplingSettings => ({ ...own, topK, topP, kvCachePrecision, rolloutsPerWave });

export interface LossVariant extends AdvantageScale {
  aggregation: LossAggregation;
  klEstimator: KlEstimator;
}

/**
 * Names and values as in TRL (`grpo`, `dapo`, `dr_grpo`) and verl (`token-mean`). DAPO and Dr. GRPO are published
 * without a KL term; if the settings ask for one, k3 estimates it, as in TRL and DeepSeekMath. verl's k3 (`low_var_kl`)
 * is clamped.
 */
export const lossVariants: Readonly<Record<Settings['lossVariant'], LossVariant>> = {
  grpo: {
    scale: 'sample',
    epsilon: 1e-4,
    aggregation: 'sequence-mean',
    klEstimator: 'k3',
  },
  dapo: {
    scale: 'sample',
    epsilon: 1e-4,
    aggregation: 'token-mean',
    klEstimator: 'k3',
  },
  'token-mean': {
    scale: 'sample',
    epsilon: 1e-6,
    aggregation: 'token-mean',
    klEstimator: 'k3-clamped',
  },
  dr_grpo: {
    scale: 'none',
    epsilon: 0,
    aggregation: 'constant-length',
    klEstimator: 'k3',
  },
};

/** Returns the loss variant's scale of advantages, unless `advantageScale` says otherwise. */
export function advantageScale(settings: Pick<Settings, 'lossVariant' | 'advantageScale'>): AdvantageScale {
  const variant = lossVariants[settings.lossVariant];
  if (settings.advantageScale === 'variant') return variant;
  // The ε of Dr. GRPO is 0, which would divide by zero.
  return { scale: settings.advantageScale, epsilon: variant.epsilon || 1e-4 };
}

/** Returns the loss variant's estimator of the KL divergence, unless `agentKlEstimator` says otherwise. */
export const klEstimator = (settings: Pick<Settings, 'lossVariant' | 'agentKlEstimator'>): KlEstimator =>
  settings.agentKlEstimator === 'variant' ? lossVariants[settings.lossVariant].klEstimator : settings.agentKlEstimator;
