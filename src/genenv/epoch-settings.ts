/**
 * @file Derives from the settings what the stages of an epoch need: α, which models learn, how both models sample and
 * update, and the published variant of GRPO.
 */
import { meanOrNull } from '../common/mean.ts';
import type { AdvantageScale } from '../curriculum/curriculum.ts';
import type { KlEstimator, LossAggregation } from '../objectives/objective.ts';
import type { OptimizerSettings, SamplingSettings, UpdateMemory } from '../policy/policy.ts';
import type { Settings } from './settings/settings-table.ts';

/** Lowest α of the rule `follows`. α = 0 would reward the environment for tasks that the agent never solves. */
const LOWEST_ALPHA = 0.05;

/**
 * Returns a lower α if the agent has lately succeeded more often than α, to reward the environment for harder tasks.
 * This rule is not in the paper:
 *
 *   α_t = max(.05, α − g·max(0, s_t − α))
 *
 * s_t is the agent's recent success before the epoch, and g is the gain. Success below α changes nothing, because a
 * weak agent would otherwise move the target towards tasks that it already solves.
 * @param alpha α of the settings, from 0 to 1; unchanged if below .05
 */
export const followingAlpha = (alpha: number, gain: number, success: number): number =>
  Math.min(alpha, Math.max(LOWEST_ALPHA, alpha - gain * Math.max(0, success - alpha)));

/**
 * Returns the settings with the α of an epoch. Reward, filter, arms and charts must read α from these settings.
 * @param recentSuccess recent success by family before the epoch, from `tasks-written`. α follows the mean over
 * families. If the record is empty (another trainer's log), α is unchanged.
 */
export function withEpochAlpha<Chosen extends Pick<Settings, 'alpha' | 'alphaRule' | 'alphaGain'>>(
  settings: Chosen,
  recentSuccess: Readonly<Record<string, number>> = {},
): Chosen {
  const success = meanOrNull(Object.values(recentSuccess));
  if (settings.alphaRule !== 'follows' || success === null) return settings;
  return { ...settings, alpha: followingAlpha(settings.alpha, settings.alphaGain, success) };
}

/** Returns which models may learn by the setting `whoLearns`. An arm may still freeze the environment. */
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

/** Settings for all sampling of a run. `rolloutsPerWave` limits how many rollouts decode together (lm/sampling.ts). */
export type SamplingChoices = Pick<Settings, 'topK' | 'topP'> & Partial<Pick<Settings, 'rolloutsPerWave'>>;

export const samplingOf = (
  { topK, topP, rolloutsPerWave }: SamplingChoices,
  own: Pick<SamplingSettings, 'temperature' | 'maxNewTokens' | 'stopIds'>,
): SamplingSettings => ({ ...own, topK, topP, rolloutsPerWave });

export interface LossVariant extends AdvantageScale {
  aggregation: LossAggregation;
  klEstimator: KlEstimator;
}

/**
 * Loss variants, with names and values of TRL (`grpo`, `dapo`, `dr_grpo`) and verl (`token-mean`). DAPO and Dr. GRPO
 * are published without a KL term. If the settings ask for a KL term, k3 estimates it, as in TRL and DeepSeekMath. verl
 * clamps k3 (`low_var_kl`).
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

/** Returns the advantage scale of the setting `advantageScale`, or of the loss variant if the setting is `variant`. */
export function advantageScale(settings: Pick<Settings, 'lossVariant' | 'advantageScale'>): AdvantageScale {
  const variant = lossVariants[settings.lossVariant];
  if (settings.advantageScale === 'variant') return variant;
  // Replace the ε = 0 of Dr. GRPO, with which a standard deviation of 0 would divide by zero.
  return { scale: settings.advantageScale, epsilon: variant.epsilon || 1e-4 };
}

/** Returns the KL estimator of the setting `agentKlEstimator`, or of the loss variant if the setting is `variant`. */
export const klEstimator = (settings: Pick<Settings, 'lossVariant' | 'agentKlEstimator'>): KlEstimator =>
  settings.agentKlEstimator === 'variant' ? lossVariants[settings.lossVariant].klEstimator : settings.agentKlEstimator;
