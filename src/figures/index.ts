/**
 * @file Lists all figures of a set of runs by their ids, for the page and `genenv figures`. An ablation shows the
 * effect of one setting: final and mean held-out success for each of its values, by arm.
 */
import * as Plot from '@observablehq/plot';
import { armsOf, commonBudget, conditionsOf, measuredByRepetition, varyingSettings } from '../analysis/comparison.ts';
import { runsByFamily, TABLE_1 } from '../analysis/results/family-results.ts';
import type { Axis, RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import type { SettingName } from '../genenv/settings/settings.ts';
import { overlay } from './overlay.ts';
import { armLegend, countRuns, pointsWithIntervals, successScale } from './marks.ts';
import { armColour } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { figure1, figure4, figure5, figure6, figure7, figure8 } from './paper-figures.ts';
import { table1 } from './table-1.ts';
import { ABLATION_MEASURES, type AblationMeasure, type FigureWords } from './words.ts';

/** Settings that get an ablation figure if a sweep varies them. */
const ABLATIONS: readonly SettingName[] = ['alpha', 'beta', 'kMin', 'lambda', 'groupSize', 'successScope'];

/** Compares all values at one budget: the smallest amount that a run had spent. */
export function ablationRows(
  runs: readonly RunSummary[],
  name: SettingName,
  measures: Readonly<Record<AblationMeasure, string>>,
  axis: Axis = 'rollouts',
): Row[] {
  const budget = commonBudget(runs, axis);
  if (budget === null) return [];
  const byValue = groupBy(runs, ({ settings }) => String(settings[name]));
  const values = [...byValue.keys()].sort((a, b) => Number(a) - Number(b) || 0);
  return ABLATION_MEASURES.flatMap((kind) =>
    values.flatMap((value) => {
      const own = byValue.get(value)!;
      return armsOf(own).flatMap((arm): Row[] => {
        const measured = [...measuredByRepetition(own, arm, { kind }, axis, budget).values()];
        if (measured.length === 0) return [];
        const { n, mean, standardError, interval } = estimate(measured);
        const [low, high] = [interval?.low ?? null, interval?.high ?? null];
        return [{ setting: name, value, arm, measure: measures[kind], budget, n, mean, standardError, low, high }];
      });
    }),
  );
}

/** Settings in which runs of one comparison may differ. */
const EXPECTED: ReadonlySet<SettingName> = new Set(['arm', 'seed', 'epochs', 'agentModel', 'environmentModel']);

export function ablation(
  runs: readonly RunSummary[],
  name: SettingName,
  words: FigureWords,
  axis: Axis = 'rollouts',
): Figure {
  const counts = countRuns(runs, ({ settings }) => String(settings[name]));
  const { title, caption, x, measures, empty, alsoVarying } = words.ablation({ counts, name, axis });
  const rows = ablationRows(runs, name, measures, axis);
  const arms = armsOf(runs);
  const others = varyingSettings(runs).filter((varying) => varying !== name && !EXPECTED.has(varying));
  return {
    id: `ablation-${name}`,
    title,
    caption,
    notes: [...(rows.length === 0 ? [empty] : []), ...(others.length > 0 ? [alsoVarying(others)] : [])],
    columns: ['setting', 'value', 'arm', 'measure', 'budget', 'n', 'mean', 'standardError', 'low', 'high'],
    rows,
    panels: ABLATION_MEASURES.map((kind) => {
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

/** Lists the settings with an ablation figure in which these runs differ. */
const variedAblations = (runs: readonly RunSummary[]): SettingName[] => {
  const varying = new Set(varyingSettings(runs));
  return ABLATIONS.filter((name) => varying.has(name));
};

/** Draws the paper's figures. One-arm figures show GenEnv, or the first arm if GenEnv is missing. */
function paperFigures(runs: readonly RunSummary[], words: FigureWords, axis: Axis): Figure[] {
  const [first, second, learning] = [table1([runs], words), figure1(runs, words), figure6(runs, words, axis)];
  // Recorded results have no per-epoch numbers.
  if (runs.every(({ epochs }) => epochs.length === 0)) return [first, second, learning];
  const arms = armsOf(runs);
  const main = arms.includes('genenv') ? 'genenv' : arms[0];
  const pair = [main, 'random'];
  return [
    first,
    second,
    figure4(runs, words, main),
    figure5(runs, words, main),
    learning,
    figure7(runs, words, pair),
    figure8(runs, words, pair),
  ];
}

/** Returns the ablation settings that have the same value in all runs. */
export function unvariedAblations(runs: readonly RunSummary[]): SettingName[] {
  const varied = variedAblations(runs);
  return ABLATIONS.filter((name) => !varied.includes(name));
}

/**
 * Draws the paper's first table and figure for runs of several sweeps: success by family, and the arms on the family
 * that follows BFCL. Returns nothing if no family has runs that learn as its preset says.
 */
export function familyFigures(runs: readonly RunSummary[], words: FigureWords): Figure[] {
  const families = runsByFamily(runs);
  if (families.length === 0) return [];
  const table = table1(
    families.map((family) => family.runs),
    words,
  );
  const missing = TABLE_1.filter(({ preset }) => !families.some(({ paper }) => paper.preset === preset));
  const notes = missing.length > 0 ? [words.missingFamilies(missing.map(({ benchmark }) => benchmark))] : [];
  const bfcl = families.find(({ paper }) => paper.benchmark === 'BFCL');
  return [{ ...table, notes: [...table.notes, ...notes] }, ...(bfcl ? [figure1(bfcl.runs, words)] : [])];
}

const fileName = (label: string): string => label.replace(/[^A-Za-z0-9.]+/g, '-');

/**
 * Draws all figures for which there are enough runs: the paper's in order, then ablations, then all runs overlaid. If
 * runs differ in more than arm, seed and models, the paper's figures are drawn per condition.
 * @param axis of learning curves
 */
export function allFigures(runs: readonly RunSummary[], words: FigureWords, axis: Axis = 'rollouts'): Figure[] {
  if (runs.length === 0) return [];
  const ofConditions = conditionsOf(runs).flatMap(({ label, runs: own }) =>
    paperFigures(own, words, axis).map((figure) =>
      label === ''
        ? figure
        : { ...figure, id: `${figure.id}-${fileName(label)}`, title: words.conditionTitle(figure.title, label) },
    ),
  );
  return [
    ...ofConditions,
    ...variedAblations(runs).map((name) => ablation(runs, name, words, axis)),
    overlay(runs, words, axis),
  ];
}
