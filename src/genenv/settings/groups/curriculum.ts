/** @file The curriculum: success, reward, filter and regression weights (GenEnv, §3). */
import { choice, number } from '../setting-kinds.ts';

export const curriculumSettings = {
  alpha: number('live', 'followed', [0, 1, 0.05], { symbol: 'α', origin: 'paper', published: 0.5, default: 0.5 }),
  alphaRule: choice('live', ['fixed'], { origin: 'open', choices: ['fixed', 'follows'], default: 'fixed' }),
  alphaGain: number('live', 'unused', [0, 10, 0.1], { symbol: 'g', origin: 'open', default: 1.5 }),
  beta: number('live', 'followed', [0, 200, 0.5], {
    symbol: 'β',
    origin: 'code',
    published: 2,
    default: 8,
    slider: { minimum: 0, maximum: 40 },
  }),
  kMin: number('live', 'followed', [0, 1, 0.01], { symbol: 'k_min', origin: 'paper', published: 0.1, default: 0.26 }),
  lambda: number('live', 'followed', [0, 100, 0.5], {
    symbol: 'λ',
    origin: 'paper',
    published: 1,
    default: 1,
    slider: { minimum: 0, maximum: 10 },
  }),
  successScope: choice('live', 'followed', {
    symbol: 'p̂',
    origin: 'paper',
    choices: ['task', 'batch', 'epoch'],
    published: 'batch',
    default: 'task',
  }),
  successThreshold: number('live', 'followed', [0.01, 1, 0.05], { origin: 'open', default: 1 }),
};
