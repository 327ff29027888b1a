/**
 * @file D_train and the task sets made beforehand.
 */
import { choice, integer, number } from '../setting-kinds.ts';

export const poolsSettings = {
  baseShare: number({
    group: 'pools',
    label: 'Base data share',
    meaning: 'Share of the tasks of an epoch that come from base data.',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1,
    step: 0.05,
  }),
  replayShare: number({
    group: 'pools',
    label: 'Replay share',
    meaning: 'Share of the tasks of an epoch replayed from D_train; the agent attempts them anew.',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1,
    step: 0.05,
  }),
  basePool: integer({
    group: 'pools',
    label: 'Base data',
    meaning: 'Tasks of the base data set, from the true generator.',
    origin: 'paper',
    published: 544,
    default: 256,
    minimum: 1,
    maximum: 100000,
    step: 16,
    unit: 'tasks',
  }),
  baseLevels: choice({
    group: 'pools',
    label: 'Base data levels',
    meaning: 'How often each level occurs in base data.',
    origin: 'open',
    choices: {
      uniform: 'All levels equally often.',
      easy: 'Each level half as often as the one below.',
      hard: 'Each level 1.35 times as often as the one below.',
    },
    default: 'uniform',
  }),
  staticPool: integer({
    group: 'pools',
    label: 'Static tasks',
    meaning: 'Tasks the environment writes once, before training, in the arm static (paper: 3,264 with the base data).',
    origin: 'paper',
    published: 2720,
    default: 256,
    minimum: 1,
    maximum: 100000,
    step: 16,
    unit: 'tasks',
  }),
  offlinePool: integer({
    group: 'pools',
    label: 'Offline tasks',
    meaning:
      "The teacher's filtered tasks in the arm offline (paper: 957 and 1,777, about ×2 and ×4 of the base data).",
    origin: 'paper',
    published: 957,
    default: 512,
    minimum: 1,
    maximum: 100000,
    step: 16,
    unit: 'tasks',
  }),
};
