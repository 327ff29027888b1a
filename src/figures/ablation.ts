/** @file The effect of one setting: held-out success, at the end and on average, for each of its values, by arm. */
import * as Plot from '@observablehq/plot';
import type { Axis, Runs } from '../analysis/run-summary.ts';
import { armsOf, commonBudget, measuredByRepetition, varyingSettings } from '../analysis/comparison.ts';
import { estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import type { SettingName } from '../genenv/settings/settings.ts';
import { countRuns } from './arm-curves.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour } from './colours.ts';
import { armLegend, pointsWithIntervals, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

/** The settings whose effect the figures show, if a sweep varies them. */
export const ABLATIONS: readonly SettingName[] = ['alpha', 'beta', 'kMin', 'lambda', 'groupSize', 'successScope'];

const MEASURES = ['final', 'area'] as const;
type MeasureKind = (typeof MEASURES)[number];

/** Compares all values at one budget: what the run that spent least had spent. */
export function ablationRows(
  runs: Runs,
  name: SettingName,
  measures: Readonly<Record<MeasureKind, string>>,
  axis: Axis = 'rollouts',
): Row[] {
  const budget = commonBudget(runs, axis);
  if (budget === null) return [];
  const byValue = groupBy(runs.summaries, ({ settings }) => String(settings[name]));
  const values = [...byValue.keys()].sort((a, b) => Number(a) - Number(b) || 0);
  return MEASURES.flatMap((kind) =>
    values.flatMap((value) => {
      const own: Runs = { ...runs, summaries: byValue.get(value)! };
      return armsOf(own.summaries).flatMap((arm): Row[] => {
        const measured = [...measuredByRepetition(own, arm, { kind }, axis, budget).values()];
        if (measured.length === 0) return [];
        const { n, mean, standardError, interval } = estimate(measured);
        const [low, high] = [interval?.low ?? null, interval?.high ?? null];
        return [{ setting: name, value, arm, measure: measures[kind], budget, n, mean, standardError, low, high }];
      });
    }),
  );
}

/** Settings that may differ without making another comparison. */
const EXPECTED: ReadonlySet<SettingName> = new Set(['arm', 'seed', 'epochs', 'agentModel', 'environmentModel']);

export function ablation(runs: Runs, name: SettingName, words: FigureWords, axis: Axis = 'rollouts'): Figure {
  const counts = countRuns(runs, ({ settings }) => String(settings[name]));
  const { title, caption, x, measures, empty, alsoVarying } = words.ablation({ counts, name, axis });
  const rows = ablationRows(runs, name, measures, axis);
  const arms = armsOf(runs.summaries);
  const others = varyingSettings(runs.summaries).filter((varying) => varying !== name && !EXPECTED.has(varying));
  return {
    id: `ablation-${name}`,
    title,
    caption,
    notes: [...(rows.length === 0 ? [empty] : []), ...(others.length > 0 ? [alsoVarying(others)] : [])],
    columns: ['setting', 'value', 'arm', 'measure', 'budget', 'n', 'mean', 'standardError', 'low', 'high'],
    rows,
    panels: MEASURES.map((kind) => {
      const own = rows.filter(({ measure }) => measure === measures[kind]);
      return {
        title: measures[kind],
        options: {
          x: { label: x, type: 'point', domain: [...new Set(own.map(({ value }) => value))] },
          y: successScale(words.quantities['held-out success'].label),
          marks: [
            Plot.lineY(own, {
              x: 'value',
              y: 'mean',
              z: 'arm',
              stroke: ({ arm }: Row) => armColour(String(arm), arms),
              strokeOpacity: 0.4,
            }),
            ...pointsWithIntervals(own, 'value', ({ arm }) => armColour(String(arm), arms)),
          ],
        },
      };
    }),
    legend: armLegend(arms, words),
    provenance: provenanceOf(runs),
  };
}
