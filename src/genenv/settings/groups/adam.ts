/** @file The settings of AdamW, the same for both models. */
import { number } from '../setting-kinds.ts';

export const adamSettings = {
  beta1: number('live', 'followed', [0, 0.9999, 0.01], { symbol: 'β₁', origin: 'open', default: 0.9 }),
  beta2: number('live', 'followed', [0, 0.99999, 0.001], { symbol: 'β₂', origin: 'open', default: 0.98 }),
  epsilon: number('live', 'followed', [1e-12, 1, 1e-8], { symbol: 'ε', origin: 'open', default: 1e-8 }),
  weightDecay: number('live', 'followed', [0, 1, 0.01], { origin: 'open', default: 0 }),
  clipNorm: number('live', 'followed', [0, 1000, 0.1], { origin: 'code', published: 1, default: 1 }),
};
