/**
 * @file Table 1's counterpart: held-out success of every arm on every task family, the starting model (Base) among them.
 */
import { mean } from 'simple-statistics';
import type { Runs } from '../analysis/axes.ts';
import { armsOf, commonBudget, repetitionKey } from '../analysis/comparison.ts';
import { TABLE_1 } from '../analysis/paper.ts';
import type { HeldOutRow } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { countRuns } from './arm-curves.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour, armLegend, BASE, missingArms, pointsWithIntervals, rowTitle, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

export const AVERAGE = 'average';

const families = (row: HeldOutRow): string[] => Object.keys(row.byLevel);
const successOn = (row: HeldOutRow, family: string): number =>
  family === AVERAGE ? row.success : mean(row.byLevel[family]);

/** Final success within the common budget of agent rollouts by arm and family, and that of the starting model. */
export function finalSuccess(runs: Runs, words: FigureWords): Row[] {
  const budget = commonBudget(runs, 'rollouts');
  if (budget === null) return [];
  const evaluated = runs.summaries.map((summary) => ({
    arm: summary.arm,
    repetition: repetitionKey(summary),
    first: summary.heldOut[0],
    last: summary.heldOut.findLast(({ agentRollouts }) => agentRollouts <= budget)!,
  }));
  // Every run of a seed and a model pair starts from the same model: count it once.
  const starts = [...new Map(evaluated.map(({ repetition, first }) => [repetition, first])).values()];
  const named = [...new Set(evaluated.flatMap(({ last }) => families(last)))];
  const columns = named.length > 1 ? [...named, AVERAGE] : named;
  const row = (arm: string, family: string, measured: readonly HeldOutRow[]): Row => {
    const values = measured.filter((one) => family === AVERAGE || family in one.byLevel);
    const { n, mean: middle, standardError, interval } = estimate(values.map((one) => successOn(one, family)));
    return {
      family,
      arm,
      title: rowTitle(arm, words),
      rollouts: arm === BASE ? 0 : budget,
      n,
      mean: middle,
      standardError,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
    };
  };
  return columns.flatMap((family) => [
    row(BASE, family, starts),
    ...armsOf(runs.summaries).map((arm) =>
      row(
        arm,
        family,
        evaluated.filter((one) => one.arm === arm).map(({ last }) => last),
      ),
    ),
  ]);
}

const paperAverage = (column: 'genenv' | 'base'): number => mean(TABLE_1.map((row) => row[column]));

export function table1(runs: Runs, words: FigureWords): Figure {
  const rows = finalSuccess(runs, words);
  const arms = [BASE, ...armsOf(runs.summaries)];
  const { title, caption, empty } = words.table1({
    counts: countRuns(runs),
    genenvPercent: paperAverage('genenv'),
    basePercent: paperAverage('base'),
  });
  const heldOut = words.quantities['held-out success'];
  return {
    id: 'table-1',
    title,
    caption,
    notes: [...missingArms(['genenv'], arms, words), ...(rows.length === 0 ? [empty] : [])],
    columns: ['family', 'arm', 'title', 'rollouts', 'n', 'mean', 'standardError', 'low', 'high'],
    rows,
    panels: [
      {
        title: heldOut.title,
        options: {
          marginBottom: 24,
          fx: { label: null, domain: [...new Set(rows.map(({ family }) => family))] },
          x: { label: null, domain: arms, axis: null },
          y: successScale(heldOut.label),
          marks: pointsWithIntervals(rows, 'arm', ({ arm }) => armColour(String(arm), arms), { fx: 'family' }),
        },
      },
    ],
    legend: armLegend(arms, words),
    provenance: provenanceOf(runs),
  };
}
