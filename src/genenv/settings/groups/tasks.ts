/**
 * @file Settings of writing and attempting tasks.
 */
import { integer, number, toggle } from '../setting-kinds.ts';

const temperature = number('live', {
  group: 'tasks',
  origin: 'code',
  published: 1,
  default: 1,
  minimum: 0,
  maximum: 4,
  step: 0.05,
});

export const tasksSettings = {
  tasksPerEpoch: integer('live', {
    group: 'tasks',
    origin: 'paper',
    published: 64,
    default: 16,
    minimum: 1,
    maximum: 4096,
    step: 1,
    slider: { minimum: 1, maximum: 64 },
  }),
  variations: integer('live', {
    group: 'tasks',
    origin: 'paper',
    published: 4,
    default: 1,
    minimum: 1,
    maximum: 64,
    step: 1,
  }),
  groupSize: integer('live', {
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
  overSampling: number('live', {
    group: 'tasks',
    origin: 'open',
    default: 1.5,
    minimum: 1,
    maximum: 8,
    step: 0.25,
  }),
  maxDraws: integer('live', {
    group: 'tasks',
    origin: 'open',
    default: 8,
    minimum: 1,
    maximum: 64,
    step: 1,
  }),
  anchor: toggle('live', {
    group: 'tasks',
    origin: 'open',
    default: true,
  }),
  conditioning: toggle('live', {
    group: 'tasks',
    origin: 'paper',
    published: true,
    default: true,
  }),
  recentSuccessDecay: number('live', {
    group: 'tasks',
    origin: 'open',
    default: 0.7,
    minimum: 0,
    maximum: 0.999,
    step: 0.05,
  }),
  agentTemperature: temperature,
  environmentTemperature: temperature,
  topK: integer('live', {
    group: 'tasks',
    symbol: 'k',
    origin: 'open',
    default: 0,
    minimum: 0,
    maximum: 1000,
    step: 1,
  }),
  topP: number('live', {
    group: 'tasks',
    symbol: 'p',
    origin: 'open',
    default: 1,
    minimum: 0.01,
    maximum: 1,
    step: 0.01,
  }),
};
