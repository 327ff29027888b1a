/** @file Settings of writing and attempting tasks. */
import { choice, integer, number, toggle } from '../setting-kinds.ts';

const temperature = number('live', 'followed', [0, 4, 0.05], { origin: 'code', published: 1, default: 1 });

export const tasksSettings = {
  tasksPerEpoch: integer('live', 'followed', [1, 4096, 1], {
    origin: 'paper',
    published: 64,
    default: 16,
    slider: { minimum: 1, maximum: 64 },
  }),
  taskContext: choice('live', 'followed', {
    origin: 'paper',
    choices: ['seed', 'base-seed', 'base-sample'],
    published: 'base-sample',
    default: 'seed',
  }),
  variations: integer('live', 'followed', [1, 64, 1], { origin: 'paper', published: 4, default: 1 }),
  groupSize: integer('live', 'followed', [1, 256, 1], {
    symbol: 'G',
    origin: 'code',
    published: 8,
    default: 8,
    slider: { minimum: 1, maximum: 32 },
  }),
  overSampling: number('live', 'followed', [1, 8, 0.25], { origin: 'open', default: 1.5 }),
  maxDraws: integer('live', 'followed', [1, 64, 1], { origin: 'open', default: 8 }),
  // In the paper the environment may write the ground-truth action too; its table of settings does not say whether it did.
  answerKey: choice('fixed', ['oracle'], {
    origin: 'open',
    choices: ['oracle', 'written', 'checked'],
    default: 'oracle',
  }),
  keyVotes: integer('live', 'unused', [1, 64, 1], { origin: 'open', default: 1 }),
  anchor: toggle('live', 'followed', { origin: 'open', default: true }),
  conditioning: toggle('live', 'followed', { origin: 'paper', published: true, default: true }),
  recentSuccessDecay: number('live', 'followed', [0, 0.999, 0.05], { origin: 'open', default: 0.7 }),
  agentTemperature: temperature,
  environmentTemperature: temperature,
  topK: integer('live', 'followed', [0, 1000, 1], { symbol: 'k', origin: 'open', default: 0 }),
  topP: number('live', 'followed', [0.01, 1, 0.01], { symbol: 'p', origin: 'open', default: 1 }),
};
