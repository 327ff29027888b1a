/**
 * @file D_train and the sets of tasks that are made before training.
 */
import { choice, integer, number } from '../setting-kinds.ts';

const share = number('live', 'followed', {
  group: 'pools',
  origin: 'open',
  default: 0,
  minimum: 0,
  maximum: 1,
  step: 0.05,
});

export const poolsSettings = {
  baseShare: share,
  replayShare: share,
  basePool: integer('fixed', 'followed', {
    group: 'pools',
    origin: 'paper',
    published: 544,
    default: 256,
    minimum: 1,
    maximum: 100000,
    step: 16,
  }),
  baseLevels: choice('fixed', 'followed', {
    group: 'pools',
    origin: 'open',
    choices: ['uniform', 'easy', 'hard'],
    default: 'uniform',
  }),
  staticPool: integer('fixed', 'unused', {
    group: 'pools',
    origin: 'paper',
    published: 2720,
    default: 256,
    minimum: 1,
    maximum: 100000,
    step: 16,
  }),
  offlinePool: integer('fixed', 'unused', {
    group: 'pools',
    origin: 'paper',
    published: 957,
    default: 512,
    minimum: 1,
    maximum: 100000,
    step: 16,
  }),
};
