/**
 * @file What one setting does: held-out success, at the end and on average, for each of its values, by arm.
 */
import * as Plot from '@observablehq/plot';
import { setting, type SettingName } from '../genenv/settings/settings.ts';
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import { armsOf, commonBudget, measuredByRepetition, type Measure, varyingSettings } from '../analysis/comparison.ts';
import { groupBy } from '../common/group-by.ts';
import { estimate } from '../analysis/statistics.ts';
import { axisNote, nOf } from './arm-curves.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { armColour, armLegend, pointsWithIntervals, successScale } from './marks.ts';

/** The settings whose effect the figures show, if a sweep varies them. */
export const ABLATIONS: readonly SettingName[] = ['alpha', 'beta', 'kMin', 'lambda', 'groupSize', 'successScope'];

const MEASURES: { title: string; measure: Measure }[] = [
  { title: 'At the end', measure: { kind: 'final' } },
  { title: 'On average until then', measure: { kind: 'area' } },
];

/** All values at one budget: that of the run which spent least. */
export function ablationRows(runs: Runs, name: SettingName, axis: Axis = 'rollouts'): Row[] {
  const budget = commonBudget(runs, axis);
  if (budget === null) return [];
  const byValue = groupBy(runs.summaries, ({ settings }) => String(settings[name]));
  const values = [...byValue.keys()].sort((a, b) => Number(a) - Number(b) || 0);
  return MEASURES.flatMap(({ title, measure }) =>
    values.flatMap((value) => {
      const own: Runs = { ...runs, summaries: byValue.get(value)! };
      return armsOf(own.summaries).flatMap((arm): Row[] => {
        const measured = [...measuredByRepetition(own, arm, measure, axis, budget).values()];
        if (measured.length === 0) return [];
        const { n, mean, standardError, interval } = estimate(measured);
        const [low, high] = [interval?.low ?? null, interval?.high ?? null];
        return [{ setting: name, value, arm, measure: title, budget, n, mean, standardError, low, high }];
      });
    }),
  );
}

export function ablation(runs: Runs, name: SettingName, axis: Axis = 'rollouts'): Figure {
  const rows = ablationRows(runs, name, axis);
  const { symbol } = setting(name);
  const arms = armsOf(runs.summaries);
  const other = varyingSettings(runs.summaries).filter(
    (varying) =>
      !([name, 'arm', 'seed', 'epochs', 'agentModel', 'environmentModel'] as SettingName[]).includes(varying),
  );
  const axisTitle = symbol ? `${name} (${symbol})` : name;
  return {
    id: `ablation-${name}`,
    title: `${axisTitle}: what it changes`,
    caption: `Held-out success at the same ${axes[axis].noun} for every value. ${nOf(runs, ({ settings }) => String(settings[name]))} ${axisNote(axis)}`,
    notes: [
      ...(rows.length === 0 ? ['There are no runs that were evaluated, so the figure is empty.'] : []),
      ...(other.length > 0
        ? [`These runs also differ in ${other.join(', ')}: choose one value of it to compare.`]
        : []),
    ],
    columns: ['setting', 'value', 'arm', 'measure', 'budget', 'n', 'mean', 'standardError', 'low', 'high'],
    rows,
    panels: MEASURES.map(({ title }) => {
      const own = rows.filter(({ measure }) => measure === title);
      return {
        title,
        options: {
          x: { label: axisTitle, type: 'point', domain: [...new Set(own.map(({ value }) => value))] },
          y: successScale('Held-out success'),
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
    legend: armLegend(arms),
    provenance: provenanceOf(runs),
  };
}
