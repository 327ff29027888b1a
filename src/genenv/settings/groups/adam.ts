/**
 * @file The settings of AdamW, the same for both models.
 */
import { number } from '../setting-kinds.ts';

export const adamSettings = (group: 'agent' | 'environment') => ({
  beta1: number('live', 'followed', {
    group,
    symbol: 'β₁',
    origin: 'open',
    default: 0.9,
    minimum: 0,
    maximum: 0.9999,
    step: 0.01,
  }),
  beta2: number('live', 'followed', {
    group,
    symbol: 'β₂',
    origin: 'open',
    default: 0.98,
    minimum: 0,
    maximum: 0.99999,
    step: 0.001,
  }),
  epsilon: number('live', 'followed', {
    group,
    symbol: 'ε',
    origin: 'open',
    default: 1e-8,
    minimum: 1e-12,
    maximum: 1,
    step: 1e-8,
  }),
  weightDecay: number('live', 'followed', {
    group,
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1,
    step: 0.01,
  }),
  clipNorm: number('live', 'followed', {
    group,
    origin: 'code',
    published: 1,
    default: 1,
    minimum: 0,
    maximum: 1000,
    step: 0.1,
  }),
});
