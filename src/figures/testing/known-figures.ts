/** @file Makes runs with known final success, and reads rows of their figures, for tests. */
import type { RunSummary } from '../../analysis/run-summary.ts';
import { knownRun } from '../../analysis/testing/summaries.ts';
import type { Figure } from '../figure.ts';

/** Returns held-out success that rises from 0 to `end` in two epochs. */
export const curve = (end: number) => [0, end / 2, end];

/** Returns runs on three seeds. GenEnv ends at .7, .8 and .9, and Random at .2. */
export const threeSeeds = (): RunSummary[] =>
  [1, 2, 3].flatMap((seed) => [
    knownRun({ seed, heldOut: curve(0.6 + seed / 10) }),
    knownRun({ arm: 'random', seed, heldOut: curve(0.2) }),
  ]);

export const rowOf = (figure: Figure, wanted: Record<string, unknown>) =>
  figure.rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
