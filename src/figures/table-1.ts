/** @file Draws the counterpart of Table 1: held-out success of every arm on every family, beside the starting model. */
import * as Plot from '@observablehq/plot';
import { mean } from 'simple-statistics';
import type { HeldOutRow, RunSummary } from '../analysis/run-summary.ts';
import { armsOf, commonBudget, startingRows } from '../analysis/comparison.ts';
import { paperAverage } from '../analysis/results/family-results.ts';
import { groupBy } from '../common/mean.ts';
import { familyTitle } from '../text/families.ts';
import { armLegend, estimateColumns, pointsWithIntervals, successScale } from './marks.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour, BASE } from './colours.ts';
import { meanNote, missingArms, rowTitle, words } from './words.ts';

export const AVERAGE = 'average';

/** Maximum width, in em, of a line of the family's title below a panel. */
const TITLE_WIDTH = 10;
/** Minimum width of a family's panel, in pixels. */
const PART = 120;

const families = (row: HeldOutRow): string[] => Object.keys(row.byLevel);
const successOn = (row: HeldOutRow, family: string): number =>
  family === AVERAGE ? row.success : mean(row.byLevel[family]);

/** Returns success by arm and family at the last evaluation in the common budget (rollouts), and at the start. */
export function finalSuccess(runs: readonly RunSummary[]): Row[] {
  const budget = commonBudget(runs, 'rollouts');
  if (budget === null) return [];
  const evaluated = runs.map((summary) => ({
    arm: summary.arm,
    last: summary.heldOut.findLast(({ agentRollouts }) => agentRollouts <= budget)!,
  }));
  const starts = startingRows(runs);
  const named = [...new Set(evaluated.flatMap(({ last }) => families(last)))];
  const columns = named.length > 1 ? [...named, AVERAGE] : named;
  const row = (arm: string, family: string, measured: readonly HeldOutRow[]): Row => {
    const values = measured.filter((one) => family === AVERAGE || Object.hasOwn(one.byLevel, family));
    return {
      family,
      arm,
      title: rowTitle(arm),
      rollouts: arm === BASE ? 0 : budget,
      ...estimateColumns(values.map((one) => successOn(one, family))),
    };
  };
  return columns.flatMap((family) => [
    row(BASE, family, starts),
    ...armsOf(runs).map((arm) =>
      row(
        arm,
        family,
        evaluated.filter((one) => one.arm === arm).map(({ last }) => last),
      ),
    ),
  ]);
}

/**
 * Collects final success by family from several sets of runs, each with its own budget. An arm in all sets gets an
 * average over `n` families: a mean of means, without an interval.
 */
function successByFamily(parts: readonly (readonly RunSummary[])[]): Row[] {
  const rows = parts.flatMap(finalSuccess);
  if (parts.length < 2) return rows;
  const averages = [...groupBy(rows, ({ arm }) => arm).values()]
    .filter((ofArm) => ofArm.length === parts.length)
    .map((ofArm): Row => {
      const [{ arm, title }] = ofArm;
      const middle = mean(ofArm.map((row) => row.mean as number));
      const none = { rollouts: null, standardError: null, low: null, high: null };
      return { family: AVERAGE, arm, title, n: ofArm.length, mean: middle, ...none };
    });
  return [...rows, ...averages];
}

/** Draws the counterpart of Table 1. @param parts sets of runs, each compared at one budget */
export function table1(parts: readonly (readonly RunSummary[])[]): Figure {
  const rows = successByFamily(parts);
  const columns = [...new Set(rows.map(({ family }) => family))];
  const runs = parts.flat();
  const arms = [BASE, ...armsOf(runs)];
  const { title, caption, empty } = words.table1;
  return {
    id: 'table-1',
    title,
    caption: caption({
      mean: meanNote(runs, ({ settings }) => JSON.stringify(settings.families)),
      genenvPercent: paperAverage('genenv').toFixed(1),
      basePercent: paperAverage('base').toFixed(1),
    }),
    notes: [...missingArms(['genenv'], arms), ...(rows.length === 0 ? [empty] : [])],
    rows,
    panels: [
      {
        title: words.quantities['held-out success'].title,
        narrowest: PART * columns.length,
        options: {
          marginBottom: 40,
          fx: { domain: columns },
          x: { label: null, domain: arms, axis: null },
          y: successScale(),
          marks: [
            ...pointsWithIntervals(rows, 'arm', ({ arm }) => armColour(String(arm), arms), { fx: 'family' }),
            // A long family title may take two lines.
            Plot.axisFx({
              anchor: 'bottom',
              label: null,
              lineWidth: TITLE_WIDTH,
              tickFormat: (family: string) => (family === AVERAGE ? words.average : familyTitle(family)),
            }),
          ],
        },
      },
    ],
    legend: armLegend(arms),
    provenance: provenanceOf(runs),
  };
}
