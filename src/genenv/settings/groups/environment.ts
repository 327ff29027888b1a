/**
 * @file The environment's update by reward-weighted regression.
 */
import { choice, integer, number, toggle } from '../setting-kinds.ts';
import { adamSettings } from './adam.ts';

const environmentAdam = adamSettings('environment', 'Environment');

export const environmentSettings = {
  environmentLearningRate: number({
    group: 'environment',
    symbol: 'η_env',
    label: 'Environment learning rate',
    meaning: 'Step size of AdamW for the environment.',
    origin: 'paper',
    published: 5e-7,
    default: 1e-3,
    minimum: 0,
    maximum: 1,
    step: 1e-4,
  }),
  environmentBeta1: environmentAdam.beta1,
  environmentBeta2: environmentAdam.beta2,
  environmentEpsilon: environmentAdam.epsilon,
  environmentWeightDecay: environmentAdam.weightDecay,
  environmentClipNorm: environmentAdam.clipNorm,
  environmentSteps: integer({
    group: 'environment',
    label: 'Regression steps',
    meaning: 'Optimizer steps of the environment per epoch.',
    origin: 'open',
    default: 2,
    minimum: 0,
    maximum: 64,
    step: 1,
    unit: 'steps',
  }),
  environmentReplayEpochs: integer({
    group: 'environment',
    label: 'Regression window',
    meaning: 'Texts of D_env from the last so many epochs are regressed on.',
    origin: 'open',
    default: 4,
    minimum: 1,
    maximum: 100000,
    step: 1,
    unit: 'epochs',
  }),
  environmentMaxPairs: integer({
    group: 'environment',
    label: 'Pairs per step',
    meaning: 'At most so many texts in one regression step; more are sampled from.',
    origin: 'paper',
    published: 64,
    default: 48,
    minimum: 1,
    maximum: 4096,
    step: 8,
    unit: 'texts',
  }),
  environmentKlWeight: number({
    group: 'environment',
    label: 'Environment KL weight',
    meaning: 'Weight of the KL divergence to the initial simulator in the regression.',
    origin: 'open',
    default: 0.5,
    minimum: 0,
    maximum: 100,
    step: 0.05,
  }),
  klOnCurrentBatch: toggle({
    group: 'environment',
    label: 'KL on the current batch',
    meaning:
      'The penalty also counts the texts just written, even when none passes the filter: this lets a hard prior pull up.',
    origin: 'open',
    default: false,
  }),
  klCap: number({
    group: 'environment',
    symbol: 'KL_max',
    label: 'KL cap',
    meaning: 'The largest KL divergence to the initial simulator, per sequence; 0 turns the cap off.',
    origin: 'open',
    default: 6,
    minimum: 0,
    maximum: 1000,
    step: 0.5,
    unit: 'nats',
  }),
  capAction: choice({
    group: 'environment',
    label: 'At the cap',
    meaning: 'What happens when the KL cap is reached.',
    origin: 'open',
    choices: {
      stop: 'No further step in this epoch.',
      'scale-back': 'The step that went beyond is halved until it does not, at most four times; then undone.',
      'roll-back': 'The step that went beyond is undone, and the epoch takes no further one.',
      'kl-only': 'The step is on the KL divergence alone, which leads back.',
    },
    default: 'kl-only',
  }),
};
