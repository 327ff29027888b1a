/**
 * @file The curriculum: success, reward, filter and regression weights (GenEnv, §3).
 */
import { choice, number } from '../setting-kinds.ts';

export const curriculumSettings = {
  alpha: number('live', {
    group: 'curriculum',
    symbol: 'α',
    origin: 'paper',
    published: 0.5,
    default: 0.5,
    minimum: 0,
    maximum: 1,
    step: 0.05,
  }),
  beta: number('live', {
    group: 'curriculum',
    symbol: 'β',
    origin: 'code',
    published: 2,
    default: 8,
    minimum: 0,
    maximum: 200,
    step: 0.5,
    slider: { minimum: 0, maximum: 40 },
  }),
  kMin: number('live', {
    group: 'curriculum',
    symbol: 'k_min',
    origin: 'paper',
    published: 0.1,
    default: 0.26,
    minimum: 0,
    maximum: 1,
    step: 0.01,
  }),
  lambda: number('live', {
    group: 'curriculum',
    symbol: 'λ',
    origin: 'paper',
    published: 1,
    default: 1,
    minimum: 0,
    maximum: 100,
    step: 0.5,
    slider: { minimum: 0, maximum: 10 },
  }),
  successScope: choice('live', {
    group: 'curriculum',
    symbol: 'p̂',
    origin: 'paper',
    choices: ['task', 'batch', 'epoch'],
    published: 'batch',
    default: 'task',
  }),
  successThreshold: number('live', {
    group: 'curriculum',
    origin: 'open',
    default: 1,
    minimum: 0.01,
    maximum: 1,
    step: 0.05,
  }),
};
