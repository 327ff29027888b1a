/**
 * @file The rows of AdamW, which differ between the two models in their names only.
 */
import { number } from '../setting-kinds.ts';

export const adamSettings = (group: 'agent' | 'environment', who: string) => ({
  beta1: number({
    group,
    symbol: 'β₁',
    label: `${who} Adam β₁`,
    meaning: 'Decay of the running mean of the gradient.',
    origin: 'open',
    default: 0.9,
    minimum: 0,
    maximum: 0.9999,
    step: 0.01,
  }),
  beta2: number({
    group,
    symbol: 'β₂',
    label: `${who} Adam β₂`,
    meaning: 'Decay of the running mean of the squared gradient.',
    origin: 'open',
    default: 0.98,
    minimum: 0,
    maximum: 0.99999,
    step: 0.001,
  }),
  epsilon: number({
    group,
    symbol: 'ε',
    label: `${who} Adam ε`,
    meaning: 'Added to the root of the squared gradient: large values keep a few informative groups from a full step.',
    origin: 'open',
    default: 1e-8,
    minimum: 1e-12,
    maximum: 1,
    step: 1e-8,
  }),
  weightDecay: number({
    group,
    label: `${who} weight decay`,
    meaning: 'Decoupled weight decay of AdamW, per unit of learning rate.',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1,
    step: 0.01,
  }),
  clipNorm: number({
    group,
    label: `${who} gradient clip`,
    meaning: 'Gradients are scaled so that their global norm is at most this; 0 turns clipping off.',
    origin: 'code',
    published: 1,
    default: 1,
    minimum: 0,
    maximum: 1000,
    step: 0.1,
  }),
});
