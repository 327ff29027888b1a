/**
 * @file Figure 7's counterpart: does the environment bring the agent's success into the band and hold it there? Drawn with
 * held-out success and the level of the tasks, since any arm may cross the band without learning anything.
 */
import * as Plot from '@observablehq/plot';
import type { Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { shareInBand } from '../analysis/results/paper-band.ts';
import { estimate } from '../analysis/statistics.ts';
import { FIGURE_7_BAND } from '../analysis/paper.ts';
import { countRuns } from './arm-curves.ts';
import { curveFigure, runsOfArms } from './curve-panels.ts';
import type { Figure } from './figure.ts';
import { BAND } from './colours.ts';
import { amountScale, missingArms, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const [LOW, HIGH] = FIGURE_7_BAND;

export function figure7(runs: Runs, words: FigureWords, arms: readonly string[] = ['genenv', 'random']): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  const { title, caption, timeInBand } = words.figure7({ counts: countRuns(own), low: LOW, high: HIGH });
  const band = Plot.rect([{}], { y1: LOW, y2: HIGH, fill: BAND, fillOpacity: 0.35 });
  const shares = present.map((arm) => {
    const { mean, interval, n } = estimate(
      runs.summaries.filter((run) => run.arm === arm).map(({ epochs }) => shareInBand(epochs) ?? 0),
    );
    return timeInBand({ arm, share: mean, interval, n });
  });
  return {
    id: 'figure-7',
    title,
    caption,
    notes: [...shares, ...missingArms(['genenv', 'random'], present, words)],
    ...curveFigure(own, present, words, [
      ['successRate', successScale, [band]],
      ['held-out success', successScale],
      ['meanLevel', amountScale],
    ]),
  };
}
