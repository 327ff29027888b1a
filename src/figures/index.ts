/**
 * @file Draws all figures of a set of runs, for the page and `genenv figures`. An ablation shows the
 * effect of one setting: final and mean held-out success for each of its values, by arm.
 */
import * as Plot from '@observablehq/plot';
import { armsOf, commonBudget, conditionsOf, measuredByRepetition, varyingSettings } from '../analysis/comparison.ts';
import { runsByFamily, TABLE_1 } from '../analysis/results/family-results.ts';
import type { Axis, RunSummary } from '../analysis/run-summary.ts';
import { groupBy } from '../common/mean.ts';
import { setting, type SettingName } from '../genenv/settings/settings.ts';
import { axes, settingLabels } from '../text/names.ts';
import { settingWords } from '../text/later.ts';
import { listOf } from '../text/sentence.ts';
import { overlay } from './overlay.ts';
import { armLegend, estimateColumns, pointsWithIntervals, successScale } from './marks.ts';
import { armColour } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { figure1, figure4, figure5, figure6, figure7, figure8 } from './paper-figures.ts';
import { table1 } from './table-1.ts';
import { axisNote, meanNote, words } from './words.ts';

/** Settings that get an ablation figure if a sweep varies them. */
const ABLATIONS: readonly SettingName[] = ['alpha', 'beta', 'kMin', 'lambda', 'groupSize', 'successScope'];

/** Measures of held-out success: at the end of the budget, and the mean over the budget. */
const MEASURES = ['final', 'area'] as const;
const { measures } = words.ablation;

/** Returns success by value and arm at one budget: the smallest cost at any run's last evaluation. */
export function ablationRows(runs: readonly RunSummary[], name: SettingName, axis: Axis = 'rollouts'): Row[] {
  const budget = commonBudget(runs, axis);
  if (budget === null) return [];
  const byValue = groupBy(runs, ({ settings }) => String(settings[name]));
  const values = [...byValue.keys()].sort((a, b) => Number(a) - Number(b) || 0);
  return MEASURES.flatMap((kind) =>
    values.flatMap((value) => {
      const own = byValue.get(value)!;
      return armsOf(own).flatMap((arm): Row[] => {
        const measured = [...measuredByRepetition(own, arm, { kind }, axis, budget).values()];
        if (measured.length === 0) return [];
        return [{ setting: name, value, arm, measure: measures[kind], budget, ...estimateColumns(measured) }];
      });
    }),
  );
}

/** An ablation figure needs no note if runs differ in these settings. */
const EXPECTED: ReadonlySet<SettingName> = new Set(['arm', 'seed', 'epochs', 'agentModel', 'environmentModel']);

export function ablation(runs: readonly RunSummary[], name: SettingName, axis: Axis = 'rollouts'): Figure {
  const { title, caption, empty, alsoVarying } = words.ablation;
  const { symbol } = setting(name);
  const label = settingLabels[name];
  const x = symbol ? words.symbol({ label, symbol }) : label;
  const rows = ablationRows(runs, name, axis);
  const arms = armsOf(runs);
  const others = varyingSettings(runs).filter((varying) => varying !== name && !EXPECTED.has(varying));
  return {
    id: `ablation-${name}`,
    title: title({ x }),
    caption: caption({
      meaning: settingWords[name].meaning,
      axis: axes[axis].label,
      mean: meanNote(runs, ({ settings }) => String(settings[name])),
      axisNote: axisNote(axis),
    }),
    notes: [
      ...(rows.length === 0 ? [empty] : []),
      ...(others.length > 0 ? [alsoVarying({ names: listOf(others) })] : []),
    ],
    rows,
    panels: MEASURES.map((kind) => {
      const own = rows.filter(({ measure }) => measure === measures[kind]);
      return {
        title: measures[kind],
        options: {
          x: { label: x, type: 'point', domain: [...new Set(own.map(({ value }) => value))] },
          y: successScale(),
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

/** Returns the settings that differ between these runs and have an ablation figure. */
const variedAblations = (runs: readonly RunSummary[]): SettingName[] => {
  const varying = new Set(varyingSettings(runs));
  return ABLATIONS.filter((name) => varying.has(name));
};

/** Draws the paper's figures. Figures of one arm show GenEnv, or the first arm if there is no GenEnv. */
function paperFigures(runs: readonly RunSummary[], axis: Axis): Figure[] {
  const [first, second, learning] = [table1([runs]), figure1(runs), figure6(runs, axis)];
  // Recorded results have no per-epoch numbers, so leave out the figures that need them.
  if (runs.every(({ epochs }) => epochs.length === 0)) return [first, second, learning];
  const arms = armsOf(runs);
  const main = arms.includes('genenv') ? 'genenv' : arms[0];
  const pair = [main, 'random'];
  return [first, second, figure4(runs, main), figure5(runs, main), learning, figure7(runs, pair), figure8(runs, pair)];
}

/** Names the settings that have no ablation figure because they are equal in all runs. Null if all have a figure. */
export function missingAblations(runs: readonly RunSummary[]): string | null {
  const varied = variedAblations(runs);
  const names = ABLATIONS.filter((name) => !varied.includes(name));
  if (names.length === 0) return null;
  const settings = listOf(names.map((name) => settingLabels[name]));
  return words.missingAblations({ settings, several: names.length > 1 });
}

/**
 * Draws the paper's first table and figure for runs of several sweeps: success by family, and the arms on the family
 * that follows BFCL. Returns an empty list if no family has runs that learn as its preset says.
 */
export function familyFigures(runs: readonly RunSummary[]): Figure[] {
  const families = runsByFamily(runs);
  if (families.length === 0) return [];
  const table = table1(families.map((family) => family.runs));
  const missing = TABLE_1.filter(({ preset }) => !families.some(({ paper }) => paper.preset === preset));
  const notes =
    missing.length > 0
      ? [words.missingFamilies({ benchmarks: listOf(missing.map(({ benchmark }) => benchmark)) })]
      : [];
  const bfcl = families.find(({ paper }) => paper.benchmark === 'BFCL');
  return [{ ...table, notes: [...table.notes, ...notes] }, ...(bfcl ? [figure1(bfcl.runs)] : [])];
}

const fileName = (label: string): string => label.replace(/[^A-Za-z0-9.]+/g, '-');

/**
 * Draws all figures for which there are enough runs: the paper's in order, then ablations, then all runs overlaid. If
 * runs differ in more than arm, seed and models, the paper's figures are drawn per condition.
 * @param axis horizontal axis of learning curves
 */
export function allFigures(runs: readonly RunSummary[], axis: Axis = 'rollouts'): Figure[] {
  if (runs.length === 0) return [];
  const ofConditions = conditionsOf(runs).flatMap(({ label, runs: own }) =>
    paperFigures(own, axis).map((figure) =>
      label === ''
        ? figure
        : {
            ...figure,
            id: `${figure.id}-${fileName(label)}`,
            title: words.conditionTitle({ title: figure.title, condition: label }),
          },
    ),
  );
  return [...ofConditions, ...variedAblations(runs).map((name) => ablation(runs, name, axis)), overlay(runs, axis)];
}
