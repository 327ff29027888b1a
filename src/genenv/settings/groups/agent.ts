/**
 * @file The agent's update by GRPO.
 */
import { choice, integer, number } from '../setting-kinds.ts';
import { adamSettings } from './adam.ts';

const agentAdam = adamSettings('agent');

export const agentSettings = {
  agentLearningRate: number({
    group: 'agent',
    symbol: 'η',
    origin: 'paper',
    published: 1e-6,
    default: 1e-3,
    minimum: 0,
    maximum: 1,
    step: 1e-4,
  }),
  agentBeta1: agentAdam.beta1,
  agentBeta2: agentAdam.beta2,
  agentEpsilon: agentAdam.epsilon,
  agentWeightDecay: agentAdam.weightDecay,
  agentClipNorm: agentAdam.clipNorm,
  lossVariant: choice({
    group: 'agent',
    origin: 'code',
    choices: ['grpo', 'dapo', 'token-mean', 'dr_grpo'],
    published: 'token-mean',
    default: 'token-mean',
  }),
  advantageScale: choice({
    group: 'agent',
    symbol: 'σ',
    origin: 'open',
    choices: ['variant', 'sample', 'population', 'none'],
    default: 'population',
  }),
  clipLow: number({
    group: 'agent',
    symbol: 'ε_low',
    origin: 'code',
    published: 0.2,
    default: 0.2,
    minimum: 0,
    maximum: 1,
    step: 0.01,
  }),
  clipHigh: number({
    group: 'agent',
    symbol: 'ε_high',
    origin: 'code',
    published: 0.2,
    default: 0.2,
    minimum: 0,
    maximum: 10,
    step: 0.01,
  }),
  dualClip: number({
    group: 'agent',
    symbol: 'c',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 100,
    step: 0.5,
  }),
  agentKlWeight: number({
    group: 'agent',
    origin: 'code',
    published: 0.001,
    default: 0.03,
    minimum: 0,
    maximum: 10,
    step: 0.001,
  }),
  entropyWeight: number({
    group: 'agent',
    origin: 'code',
    published: 0.001,
    default: 0.01,
    minimum: 0,
    maximum: 1,
    step: 0.001,
  }),
  minibatches: integer({
    group: 'agent',
    origin: 'code',
    published: 4,
    default: 2,
    minimum: 1,
    maximum: 64,
    step: 1,
  }),
  innerEpochs: integer({
    group: 'agent',
    origin: 'open',
    default: 1,
    minimum: 1,
    maximum: 16,
    step: 1,
  }),
  groupsInLoss: choice({
    group: 'agent',
    origin: 'open',
    choices: ['mixed', 'all'],
    default: 'all',
  }),
};
