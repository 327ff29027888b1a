/**
 * @file The evaluation: success on tasks that are never used for training.
 */
import { choice, integer, number } from '../setting-kinds.ts';

export const evaluationSettings = {
  evalEvery: integer('live', 'followed', {
    group: 'evaluation',
    origin: 'open',
    default: 10,
    minimum: 1,
    maximum: 100000,
    step: 1,
  }),
  evalSplit: choice('fixed', 'followed', {
    group: 'evaluation',
    origin: 'open',
    choices: ['development', 'held-out'],
    default: 'held-out',
  }),
  evalTasks: integer('fixed', 'followed', {
    group: 'evaluation',
    origin: 'open',
    default: 12,
    minimum: 0,
    maximum: 1000,
    step: 1,
  }),
  evalSamples: integer('live', 'followed', {
    group: 'evaluation',
    symbol: 'k',
    origin: 'open',
    default: 8,
    minimum: 1,
    maximum: 256,
    step: 1,
  }),
  evalTemperature: number('live', 'followed', {
    group: 'evaluation',
    origin: 'code',
    published: 0,
    default: 1,
    minimum: 0,
    maximum: 4,
    step: 0.05,
  }),
};
