/**
 * @file Settings of writing and attempting tasks.
 */
import { integer, number, toggle } from '../setting-kinds.ts';

const temperature = number('live', 'followed', {
  group: 'tasks',
  origin: 'code',
  published: 1,
  default: 1,
  minimum: 0,
  maximum: 4,
  step: 0.05,
});

export const tasksSettings = {
  tasksPerEpoch: integer('live', 'followed', {
    group: 'tasks',
    origin: 'paper',
    published: 64,
    default: 16,
    minimum: 1,
    maximum: 4096,
    step: 1,
    slider: { minimum: 1, maximum: 64 },
  }),
  variations: integer('live', 'followed', {
    group: 'tasks',
    origin: 'paper',
    published: 4,
    default: 1,
    minimum: 1,
    maximum: 64,
    step: 1,
  }),
  groupSize: integer('live', 'followed', {
    group: 'tasks',
    symbol: 'G',
    origin: 'code',
    published: 8,
    default: 8,
    minimum: 1,
    maximum: 256,
    step: 1,
    slider: { minimum: 1, maximum: 32 },
  }),
  overSampling: number('live', 'followed', {
    group: 'tasks',
    origin: 'open',
    default: 1.5,
    minimum: 1,
    maximum: 8,
    step: 0.25,
  }),
  maxDraws: integer('live', 'followed', {
    group: 'tasks',
    origin: 'open',
    default: 8,
    minimum: 1,
    maximum: 64,
    step: 1,
  }),
  anchor: toggle('live', 'followed', {
    group: 'tasks',
    origin: 'open',
    default: true,
  }),
  conditioning: toggle('live', 'followed', {
    group: 'tasks',
    origin: 'paper',
    published: true,
    default: true,
  }),
  recentSuccessDecay: number('live', 'followed', {
    group: 'tasks',
    origin: 'open',
    default: 0.7,
    minimum: 0,
    maximum: 0.999,
    step: 0.05,
  }),
  agentTemperature: temperature,
  environmentTemperature: temperature,
  topK: integer('live', 'followed', {
    group: 'tasks',
    symbol: 'k',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1000,
    step: 1,
  }),
  topP: number('live', 'followed', {
    group: 'tasks',
    symbol: 'p',
    origin: 'open',
    default: 1,
    minimum: 0.01,
    maximum: 1,
    step: 0.01,
  }),
};
