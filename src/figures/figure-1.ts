/**
 * @file Figure 1b's counterpart: final held-out success by arm, beside the paper's.
 */
import * as Plot from '@observablehq/plot';
import { armTitle } from '../analysis/arm-variants.ts';
import type { Runs } from '../analysis/axes.ts';
import { armsOf } from '../analysis/comparison.ts';
import { nOf } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour, armLegend, BASE, missingArms, pointsWithIntervals, rowTitle, successScale } from './marks.ts';
import { FIGURE_1B } from '../analysis/paper.ts';
import { AVERAGE, finalSuccess } from './table-1.ts';

export function figure1(runs: Runs): Figure {
  const all = finalSuccess(runs);
  const average = all.filter(({ family }) => family === AVERAGE);
  const own = average.length > 0 ? average : all;
  const paper = Object.entries(FIGURE_1B).map(([arm, percent]) => ({
    arm,
    title: armTitle(arm),
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
  return {
    id: 'figure-1',
    title: 'Figure 1 at toy scale: what each way of getting tasks leads to',
    caption:
      `Held-out success after an equal number of agent rollouts. ${nOf(runs)} ` +
      'Right: BFCL validation in the paper, one run each, on an axis that does not begin at 0.',
    notes: missingArms(Object.keys(FIGURE_1B), arms),
    columns: ['source', 'family', 'arm', 'title', 'rollouts', 'n', 'mean', 'standardError', 'low', 'high'],
    rows: [...own.map((row) => ({ source: 'these runs', ...row })), ...paper],
    panels: [
      {
        title: 'These runs',
        options: {
          x: { label: null, domain: arms, tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: successScale('Held-out success'),
          marks: pointsWithIntervals(own, 'arm', ({ arm }) => armColour(String(arm), arms)),
        },
      },
      {
        title: 'The paper, BFCL validation',
        options: {
          x: { label: null, domain: Object.keys(FIGURE_1B), tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: { label: 'Validation score', domain: [0.38, 0.48], grid: true, ticks: 5 },
          marks: [Plot.dot(paper, { x: 'arm', y: 'mean', fill: ({ arm }: { arm: string }) => armColour(arm), r: 4 })],
        },
      },
    ],
    legend: armLegend(arms),
    provenance: provenanceOf(runs),
  };
}

const shortTitle = (arm: string): string => rowTitle(arm).replace('GenEnv-', '');
