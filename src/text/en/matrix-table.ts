/**
 * @file The matrix of arms × conditions on the results page, Markdown: held-out success at equal amounts of each budget, and the
 * differences between GenEnv+ and each other arm.
 */
import type { Axis } from '../../analysis/axes.ts';
import { differencesOf } from '../../analysis/results/arm-differences.ts';
import {
  armsMatrix,
  byPreset,
  comparingArms,
  type MatrixColumn,
  type RunGroup,
} from '../../analysis/results/arms-matrix.ts';
import type { NamedRuns } from '../../figures/page-figures.ts';
import { numberOf } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { differenceCell, meanCell, table } from './result-cells.ts';
import { BUDGET_AXES, TABLES_FOLDER } from './results-tables.ts';

type Columns = readonly Pick<MatrixColumn, 'group' | 'condition' | 'budget'>[];

/** @param heads of the cells that a column has; its group stands before the first */
function tableOf(axis: Axis, columns: Columns, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const { noun } = axes[axis];
  /** In the first cell of each column. */
  const row = (name: string, of: (column: Columns[number]) => string) => [
    name,
    ...columns.flatMap((column) => heads.map((_, i) => (i === 0 ? of(column) : ''))),
  ];
  const conditions = columns.some(({ condition }) => condition !== '')
    ? [row('*what differs*', ({ condition }) => condition)]
    : [];
  const budgets = row(`*${noun}*`, ({ budget }) => (budget === null ? '–' : numberOf(budget)));
  const head = columns.flatMap(({ group }) =>
    heads.map((name, i) => (i === 0 ? [`\`${group}\``, name].filter(Boolean).join(', ') : name)),
  );
  return `At equal ${noun}:\n\n${table(['arm', ...head], [...conditions, budgets, ...rows])}`;
}

const groupsOf = (sweeps: readonly NamedRuns[]): RunGroup[] => comparingArms(byPreset(sweeps));

/** Empty where no sweep compares arms. */
export function matrixTables(sweeps: readonly NamedRuns[]): string {
  const groups = groupsOf(sweeps);
  if (groups.length === 0) return '';
  const tables = BUDGET_AXES.map((axis) => {
    const { arms, columns } = armsMatrix(groups, axis);
    const rows = arms.map((arm) => [
      armTitle(arm),
      ...columns.map(({ cells }) => {
        const final = cells.get(arm)?.final;
        return final ? meanCell(final) : '–';
      }),
    ]);
    return tableOf(axis, columns, [''], rows);
  });
  return [
    'Held-out success, mean and 95% interval over n runs. A column holds all runs above of one preset that differ in arm, seed, ' +
      'model pair and length alone; a column of one arm alone is left out. Each column has a budget of ' +
      'its own: the least that any of its runs had spent when it was last evaluated, so an arm with a small budget lowers ' +
      'that of all. Between two evaluations success lies on the line between them; one at most 2% away counts as it is. ' +
      '“–” was not run. Arms of a column may have different seeds: ' +
      'differences, paired, stand with each sweep. ' +
      `Area, time in the band and diversity at the same budgets: [\`${TABLES_FOLDER}/matrix.csv\`](${TABLES_FOLDER}/matrix.csv).`,
    ...tables,
  ].join('\n\n');
}

/** The arm that is put to every other one. */
export const OURS = 'genenv-plus';

/** Empty where it was not run beside another arm. */
export function differenceTables(sweeps: readonly NamedRuns[]): string {
  const groups = groupsOf(sweeps);
  const tables = BUDGET_AXES.flatMap((axis) => {
    const columns = differencesOf(OURS, groups, axis);
    if (columns.length === 0) return [];
    const others = [...new Set(columns.flatMap(({ arms }) => [...arms.keys()]))];
    const rows = others.map((other) => [
      armTitle(other),
      ...columns.flatMap(({ arms }) => {
        const difference = arms.get(other);
        return difference
          ? [`${differenceCell(difference.final)}, n = ${difference.final.n}`, differenceCell(difference.area)]
          : ['–', '–'];
      }),
    ]);
    return [tableOf(axis, columns, ['end', 'on the way'], rows)];
  });
  return tables.length === 0
    ? ''
    : [
        `${armTitle(OURS)} less each other arm, over the n seeds and model pairs that both have, at the budgets above: held-out ` +
          'success when the budget is spent, and its mean on the way there (the area under the curve over its length).',
        ...tables,
      ].join('\n\n');
}
