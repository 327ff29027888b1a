/**
 * @file The environment's update by reward-weighted regression.
 */
import { choice, integer, number, toggle } from '../setting-kinds.ts';
import { adamSettings } from './adam.ts';

const environmentAdam = adamSettings('environment');

export const environmentSettings = {
  environmentLearningRate: number('live', 'followed', {
    group: 'environment',
    symbol: 'η_env',
    origin: 'paper',
    published: 5e-7,
    default: 1e-3,
    minimum: 0,
    maximum: 1,
    step: 1e-4,
    slider: { minimum: 1e-7, maximum: 0.1, logarithmic: true },
  }),
  environmentBeta1: environmentAdam.beta1,
  environmentBeta2: environmentAdam.beta2,
  environmentEpsilon: environmentAdam.epsilon,
  environmentWeightDecay: environmentAdam.weightDecay,
  environmentClipNorm: environmentAdam.clipNorm,
  environmentSteps: integer('live', 'followed', {
    group: 'environment',
    origin: 'open',
    default: 2,
    minimum: 0,
    maximum: 64,
    step: 1,
  }),
  environmentReplayEpochs: integer('live', 'followed', {
    group: 'environment',
    origin: 'open',
    default: 4,
    minimum: 1,
    maximum: 100000,
    step: 1,
  }),
  environmentMaxPairs: integer('live', 'followed', {
    group: 'environment',
    origin: 'paper',
    published: 64,
    default: 48,
    minimum: 1,
    maximum: 4096,
    step: 8,
  }),
  environmentKlWeight: number('live', 'followed', {
    group: 'environment',
    origin: 'open',
    default: 0.5,
    minimum: 0,
    maximum: 100,
    step: 0.05,
  }),
  klOnCurrentBatch: toggle('live', 'followed', {
    group: 'environment',
    origin: 'open',
    default: false,
  }),
  environmentKlCap: number('live', 'followed', {
    group: 'environment',
    symbol: 'KL_max',
    origin: 'open',
    default: 6,
    minimum: 0,
    maximum: 1000,
    step: 0.5,
  }),
  capAction: choice('live', ['kl-only'], {
    group: 'environment',
    origin: 'open',
    choices: ['stop', 'scale-back', 'roll-back', 'kl-only'],
    default: 'kl-only',
  }),
};
