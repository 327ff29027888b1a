/** @file D_train and the sets of tasks that are made before training. */
import { choice, integer, number } from '../setting-kinds.ts';

const share = number('live', 'followed', [0, 1, 0.05], { origin: 'open', default: 0 });

export const poolsSettings = {
  baseShare: share,
  replayShare: share,
  replayForm: choice('live', ['tasks'], { origin: 'open', choices: ['tasks', 'traces'], default: 'tasks' }),
  replayChoice: choice('live', 'followed', { origin: 'open', choices: ['uniform', 'nearest'], default: 'uniform' }),
  basePool: integer('fixed', 'followed', [1, 100000, 16], { origin: 'paper', published: 544, default: 256 }),
  baseLevels: choice('fixed', 'followed', { origin: 'open', choices: ['uniform', 'easy', 'hard'], default: 'uniform' }),
  staticPool: integer('fixed', 'unused', [1, 100000, 16], { origin: 'paper', published: 2720, default: 256 }),
  offlinePool: integer('fixed', 'unused', [1, 100000, 16], { origin: 'paper', published: 957, default: 512 }),
};
