/** @file The evaluation: success on tasks that are never used for training. */
import { choice, integer, number } from '../setting-kinds.ts';

export const evaluationSettings = {
  evalEvery: integer('live', 'followed', [1, 100000, 1], { origin: 'open', default: 10 }),
  evalSplit: choice('fixed', 'followed', { origin: 'open', choices: ['development', 'held-out'], default: 'held-out' }),
  evalTasks: integer('fixed', 'followed', [0, 1000, 1], { origin: 'open', default: 12 }),
  evalSamples: integer('live', 'followed', [1, 256, 1], { symbol: 'k', origin: 'open', default: 8 }),
  evalTemperature: number('live', 'followed', [0, 4, 0.05], { origin: 'code', published: 0, default: 1 }),
};
