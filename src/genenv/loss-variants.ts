/**
 * @file Defines the published variants of GRPO: how they scale advantages, average token losses, clip ratios and
 * estimate the KL divergence to the initial agent.
 */
import type { AdvantageScale } from '../curriculum/advantages.ts';
import type { KlEstimator, LossAggregation } from '../objectives/objective.ts';
import type { Settings } from './settings/settings-table.ts';

export interface LossVariant extends AdvantageScale {
  aggregation: LossAggregation;
  /** Clip bounds that its authors recommend. The settings decide. */
  clipLow: number;
  clipHigh: number;
  dualClip: number;
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
    clipLow: 0.2,
    clipHigh: 0.2,
    dualClip: 0,
    klEstimator: 'k3',
  },
  dapo: {
    scale: 'sample',
    epsilon: 1e-4,
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.28,
    dualClip: 0,
    klEstimator: 'k3',
  },
  'token-mean': {
    scale: 'sample',
    epsilon: 1e-6,
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.2,
    dualClip: 3,
    klEstimator: 'k3-clamped',
  },
  dr_grpo: {
    scale: 'none',
    epsilon: 0,
    aggregation: 'constant-length',
    clipLow: 0.2,
    clipHigh: 0.2,
    dualClip: 0,
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
