/**
 * @file Success on tasks never trained on.
 */
import { choice, integer, number } from '../setting-kinds.ts';

export const evaluationSettings = {
  evalEvery: integer({
    group: 'evaluation',
    label: 'Evaluate every',
    meaning: 'Epochs between evaluations on tasks never trained on; also before the first epoch and after the last.',
    origin: 'open',
    default: 10,
    minimum: 1,
    maximum: 100000,
    step: 1,
    unit: 'epochs',
  }),
  evalSplit: choice({
    group: 'evaluation',
    label: 'Evaluation tasks',
    meaning: 'Which fixed tasks success is measured on; tune on development, report held-out.',
    origin: 'open',
    choices: { development: 'For choosing settings.', 'held-out': 'For reporting.' },
    default: 'held-out',
  }),
  evalTasks: integer({
    group: 'evaluation',
    label: 'Tasks per level',
    meaning: 'Evaluation tasks of each level of each family.',
    origin: 'open',
    default: 12,
    minimum: 0,
    maximum: 1000,
    step: 1,
    unit: 'tasks',
  }),
  evalSamples: integer({
    group: 'evaluation',
    symbol: 'k',
    label: 'Samples per task',
    meaning: 'Rollouts of each evaluation task, averaged (avg@k).',
    origin: 'open',
    default: 8,
    minimum: 1,
    maximum: 256,
    step: 1,
    unit: 'rollouts',
  }),
  evalTemperature: number({
    group: 'evaluation',
    label: 'Evaluation temperature',
    meaning: 'Logits are divided by this in evaluations; 0 is greedy.',
    origin: 'code',
    published: 0,
    default: 1,
    minimum: 0,
    maximum: 4,
    step: 0.05,
  }),
};
