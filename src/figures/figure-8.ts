/** @file Figure 8's counterpart: the share of groups that teach nothing, since all rollouts succeed or all fail. */
import type { Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { countRuns } from './arm-curves.ts';
import { curveFigure, runsOfArms } from './curve-panels.ts';
import type { Figure } from './figure.ts';
import { missingArms, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const SHARES = ['unsolvedShare', 'solvedShare', 'mixedShare'] as const;

export function figure8(runs: Runs, words: FigureWords, arms: readonly string[] = ['genenv', 'random']): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  return {
    id: 'figure-8',
    ...words.figure8({ counts: countRuns(own) }),
    notes: missingArms(['genenv', 'random'], present, words),
    ...curveFigure(
      own,
      present,
      words,
      SHARES.map((share) => [share, successScale] as const),
    ),
  };
}
