/** @file The run as a whole: its arm, its task families, its seed, its length, and who learns. */
import type { FamilyName } from '../../../tasks/registry.ts';
import { choice, families, integer } from '../setting-kinds.ts';

export const runSettings = {
  preset: choice('live', 'unused', {
    origin: 'open',
    choices: [
      'discovery',
      'discovery-uniform',
      'service-calls',
      'function-calling',
      'wide-search',
      'travel-rules',
      'long-errands',
      'five-families',
      'english',
      'quick',
      'paper',
      'paper-large',
    ],
    default: 'discovery',
  }),
  arm: choice('fixed', ['genenv', 'random'], {
    origin: 'paper',
    choices: [
      'genenv',
      'genenv-plus',
      'random',
      'static',
      'offline',
      'base-data',
      'r-zero',
      'absolute-zero',
      'sqlm',
      'level-rule',
      'mopps',
      'sec',
    ],
    published: 'genenv',
    default: 'genenv',
  }),
  families: families('fixed', 'followed', { origin: 'open', default: ['household'] satisfies FamilyName[] }),
  seed: integer('fixed', 'followed', [0, 4294967295, 1], { origin: 'open', default: 1 }),
  epochs: integer('live', 'followed', [1, 1000, 10], { symbol: 'T', origin: 'paper', published: 10, default: 180 }),
  whoLearns: choice('live', ['both', 'agent'], {
    origin: 'paper',
    choices: ['both', 'agent', 'environment', 'none'],
    published: 'both',
    default: 'both',
  }),
};
