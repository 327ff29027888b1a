/** @file The environment's update by reward-weighted regression. */
import { choice, integer, number, toggle, weights } from '../setting-kinds.ts';
import { adamSettings } from './adam.ts';

const environmentAdam = adamSettings;

export const environmentSettings = {
  startLevels: weights('fixed', 'refused', { origin: 'open', default: [] }),
  environmentLearningRate: number('live', 'followed', [0, 1, 1e-4], {
    symbol: 'η_env',
    origin: 'paper',
    published: 5e-7,
    default: 1e-3,
    slider: { minimum: 1e-7, maximum: 0.1, logarithmic: true },
  }),
  environmentBeta1: environmentAdam.beta1,
  environmentBeta2: environmentAdam.beta2,
  environmentEpsilon: environmentAdam.epsilon,
  environmentWeightDecay: environmentAdam.weightDecay,
  environmentClipNorm: environmentAdam.clipNorm,
  environmentSteps: integer('live', 'followed', [0, 64, 1], { origin: 'open', default: 2 }),
  environmentReplayEpochs: integer('live', 'followed', [1, 100000, 1], { origin: 'open', default: 4 }),
  environmentMaxPairs: integer('live', 'followed', [1, 4096, 8], { origin: 'paper', published: 64, default: 48 }),
  environmentKlWeight: number('live', 'followed', [0, 100, 0.05], { origin: 'open', default: 0.5 }),
  klOnCurrentBatch: toggle('live', 'followed', { origin: 'open', default: false }),
  environmentKlCap: number('live', 'followed', [0, 1000, 0.5], { symbol: 'KL_max', origin: 'open', default: 6 }),
  capAction: choice('live', ['kl-only'], {
    origin: 'open',
    choices: ['stop', 'scale-back', 'roll-back', 'kl-only'],
    default: 'kl-only',
  }),
};
