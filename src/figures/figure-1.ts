/** @file Figure 1b's counterpart: final held-out success by arm, beside the paper's. */
import * as Plot from '@observablehq/plot';
import type { Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { FIGURE_1B } from '../analysis/paper.ts';
import { countRuns } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour, BASE } from './colours.ts';
import { armLegend, missingArms, pointsWithIntervals, rowTitle, successScale } from './marks.ts';
import { AVERAGE, finalSuccess } from './table-1.ts';
import type { FigureWords } from './words.ts';

export function figure1(runs: Runs, words: FigureWords): Figure {
  const all = finalSuccess(runs, words);
  const average = all.filter(({ family }) => family === AVERAGE);
  const own = average.length > 0 ? average : all;
  const paper = Object.entries(FIGURE_1B).map(([arm, percent]) => ({
    arm,
    title: words.arm(arm),
    source: 'paper',
    family: 'BFCL validation',
    rollouts: null,
    n: 1,
    mean: percent / 100,
    standardError: null,
    low: null,
    high: null,
  }));
  const arms = [BASE, ...armsOf(runs.summaries)];
  const text = words.figure1({ counts: countRuns(runs) });
  const shortTitle = (arm: string): string => rowTitle(arm, words).replace('GenEnv-', '');
  return {
    id: 'figure-1',
    title: text.title,
    caption: text.caption,
    notes: missingArms(Object.keys(FIGURE_1B), arms, words),
    columns: ['source', 'family', 'arm', 'title', 'rollouts', 'n', 'mean', 'standardError', 'low', 'high'],
    rows: [...own.map((row) => ({ source: 'these runs', ...row })), ...paper],
    panels: [
      {
        title: text.own,
        options: {
          x: { label: null, domain: arms, tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: successScale(words.quantities['held-out success'].label),
          marks: pointsWithIntervals(own, 'arm', ({ arm }) => armColour(String(arm), arms)),
        },
      },
      {
        title: text.paper,
        options: {
          x: { label: null, domain: Object.keys(FIGURE_1B), tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: { label: text.paperScore, domain: [0.38, 0.48], grid: true, ticks: 5 },
          marks: [Plot.dot(paper, { x: 'arm', y: 'mean', fill: ({ arm }: { arm: string }) => armColour(arm), r: 4 })],
        },
      },
    ],
    legend: armLegend(arms, words),
    provenance: provenanceOf(runs),
  };
}
