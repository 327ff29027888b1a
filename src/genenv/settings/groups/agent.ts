/** @file The agent's update by GRPO. */
import { choice, integer, number } from '../setting-kinds.ts';
import { adamSettings } from './adam.ts';

const agentAdam = adamSettings;

export const agentSettings = {
  agentLearningRate: number('live', 'followed', [0, 1, 1e-4], {
    symbol: 'η',
    origin: 'paper',
    published: 1e-6,
    default: 1e-3,
    slider: { minimum: 1e-7, maximum: 0.1, logarithmic: true },
  }),
  agentBeta1: agentAdam.beta1,
  agentBeta2: agentAdam.beta2,
  agentEpsilon: agentAdam.epsilon,
  agentWeightDecay: agentAdam.weightDecay,
  agentClipNorm: agentAdam.clipNorm,
  lossVariant: choice('live', 'followed', {
    origin: 'code',
    choices: ['grpo', 'dapo', 'token-mean', 'dr_grpo'],
    published: 'token-mean',
    default: 'token-mean',
  }),
  advantageScale: choice('live', 'followed', {
    symbol: 'σ',
    origin: 'open',
    choices: ['variant', 'sample', 'population', 'none'],
    default: 'population',
  }),
  clipLow: number('live', 'followed', [0, 1, 0.01], { symbol: 'ε_low', origin: 'code', published: 0.2, default: 0.2 }),
  clipHigh: number('live', 'followed', [0, 10, 0.01], {
    symbol: 'ε_high',
    origin: 'code',
    published: 0.2,
    default: 0.2,
  }),
  dualClip: number('live', 'followed', [0, 100, 0.5], { symbol: 'c', origin: 'open', default: 0 }),
  agentKlWeight: number('live', 'followed', [0, 10, 0.001], { origin: 'code', published: 0.001, default: 0.03 }),
  agentKlEstimator: choice('live', 'followed', {
    origin: 'code',
    choices: ['ratio-weighted', 'variant', 'k3', 'k3-clamped', 'exact'],
    published: 'variant',
    default: 'ratio-weighted',
  }),
  entropyWeight: number('live', 'followed', [0, 1, 0.001], { origin: 'code', published: 0.001, default: 0.01 }),
  minibatches: integer('live', 'followed', [1, 64, 1], { origin: 'code', published: 4, default: 2 }),
  innerEpochs: integer('live', 'followed', [1, 16, 1], { origin: 'open', default: 1 }),
  groupsInLoss: choice('live', 'followed', { origin: 'open', choices: ['mixed', 'all'], default: 'all' }),
};
