/**
 * @file The matrix of arms × conditions on the results page, Markdown: held-out success at equal amounts of each budget, and the
 * differences between GenEnv+ and each other arm.
 */
import type { Axis } from '../../analysis/axes.ts';
import { differencesOf } from '../../analysis/results/arm-differences.ts';
import { armsMatrix, byPreset, comparingArms } from '../../analysis/results/arms-matrix.ts';
import type { NamedRuns } from '../../figures/page-figures.ts';
import { numberOf } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { differenceCell, meanCell, table } from './result-cells.ts';
import { BUDGET_AXES, TABLES_FOLDER } from './results-tables.ts';

/** Empty where no sweep compares arms. */
export function matrixTables(sweeps: readonly NamedRuns[]): string {
  const groups = comparingArms(byPreset(sweeps));
  if (groups.length === 0) return '';
  const tables = BUDGET_AXES.map((axis) => {
    const { arms, columns } = armsMatrix(groups, axis);
    const budgets = columns.map(({ budget }) => (budget === null ? '–' : numberOf(budget)));
    const rows = arms.map((arm) => [
      armTitle(arm),
      ...columns.map(({ cells }) => {
        const final = cells.get(arm)?.final;
        return final ? meanCell(final) : '–';
      }),
    ]);
    const conditions = columns.some(({ condition }) => condition !== '')
      ? [['*what differs*', ...columns.map(({ condition }) => condition)]]
      : [];
    return `At equal ${axes[axis].noun}:\n\n${table(
      ['arm', ...columns.map(({ group }) => `\`${group}\``)],
      [...conditions, [`*${axes[axis].noun}*`, ...budgets], ...rows],
    )}`;
  });
  return [
    'Held-out success, mean and 95% interval over n runs. A column holds all runs above of one preset that differ in arm, seed, ' +
      'model pair and length alone; a column of one arm alone is left out. Each column has a budget of ' +
      'its own: the least that any of its runs had spent when it was last evaluated, so an arm with a small budget lowers ' +
      'that of all. “–” was not run. Arms of a column may have different seeds: differences, paired, stand with each sweep. ' +
      `Area, time in the band and diversity at the same budgets: [\`${TABLES_FOLDER}/matrix.csv\`](${TABLES_FOLDER}/matrix.csv).`,
    ...tables,
  ].join('\n\n');
}

/** The arm that is put to every other one. */
const OURS = 'genenv-plus';

/** Empty where it was not run beside another arm. */
export function differenceTables(sweeps: readonly NamedRuns[]): string {
  const groups = byPreset(sweeps);
  const tableOf = (axis: Axis): string[] => {
    const columns = differencesOf(OURS, groups, axis);
    if (columns.length === 0) return [];
    const others = [...new Set(columns.flatMap(({ arms }) => [...arms.keys()]))];
    const rows = others.map((other) => [
      armTitle(other),
      ...columns.flatMap(({ arms }) => {
        const difference = arms.get(other);
        return difference ? [differenceCell(difference.final), differenceCell(difference.area)] : ['–', '–'];
      }),
    ]);
    const pairs = ({ arms }: (typeof columns)[number]): string =>
      [...new Set([...arms.values()].map(({ final }) => final.n))].sort((a, b) => a - b).join(' or ');
    return [
      `At equal ${axes[axis].noun}:\n\n${table(
        ['arm', ...columns.flatMap(({ group }) => [`\`${group}\`, end`, 'on the way'])],
        [
          [`*${axes[axis].noun}*`, ...columns.flatMap(({ budget }) => [numberOf(budget), ''])],
          ['*pairs*', ...columns.flatMap((column) => [`n = ${pairs(column)}`, ''])],
          ...rows,
        ],
      )}`,
    ];
  };
  const tables = BUDGET_AXES.flatMap(tableOf);
  return tables.length === 0
    ? ''
    : [
        `${armTitle(OURS)} less each other arm, over the seeds and model pairs that both have, at the budgets above: held-out ` +
          'success when the budget is spent, and its mean on the way there (the area under the curve over its length).',
        ...tables,
      ].join('\n\n');
}
