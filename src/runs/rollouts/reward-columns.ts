/**
 * @file Finds the reward columns of a log and their weights from the logged advantages.
 *
 * Within a group an advantage is s (r − r̄) with s > 0, whether or not the trainer divides by a deviation. The centred
 * true reward Σ w_c x_c is therefore parallel to the advantages a in every group. Let D be the centred columns of a
 * group and P the projection orthogonal to a. Then P D w = 0, and w spans the null space of Σ Dᵀ P D over all groups.
 */
import { groupBy, meanOrZero } from '../../common/mean.ts';
import { type Columns, numberOf, readRow, type Row } from './columns.ts';

/** Below this squared sine, rewards and advantages count as parallel, because logged advantages are f32 or rounded. */
const TOLERANCE = 1e-4;
/** Matches columns of row numbers, which pandas and NeMo-RL write, and of evaluation results. */
const NO_REWARD = /^(?:__index_level_\d+__|Unnamed: \d+|idx|index|heldOut)$/;
/** Names of a total reward, which is preferred if its parts fit as well. */
const TOTAL = ['reward', 'rewards', 'score'];

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const centred = (values: readonly number[]): number[] => {
  const mean = meanOrZero(values);
  return values.map((value) => value - mean);
};

/** Returns the columns that may be rewards: columns with numbers and no other role. */
export function numericColumns(rows: readonly Row[], columns: Columns): string[] {
  const taken = new Set(Object.values({ ...columns, rewards: null }));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].filter(
    (name) => !taken.has(name) && !NO_REWARD.test(name) && rows.some((row) => numberOf(row[name]) !== null),
  );
}

/** Returns the weights of the reward columns, or null if the log does not determine them. */
export function findRewards(rows: readonly Row[], columns: Columns): Record<string, number> | null {
  const names = numericColumns(rows, columns);
  if (names.length === 1) return { [names[0]]: 1 };
  const groups = groupsOf(rows, columns, names);
  const gram = names.map(() => names.map(() => 0));
  const agreement = names.map(() => 0);
  const size = names.map(() => 0);
  for (const { values, advantages } of groups) {
    const length = dot(advantages, advantages);
    const along = values.map((column) => dot(column, advantages));
    values.forEach((column, i) => {
      agreement[i] += along[i];
      size[i] += dot(column, column);
      values.forEach(
        (other, j) => (gram[i][j] += dot(column, other) - (length > 0 ? (along[i] * along[j]) / length : 0)),
      );
    });
  }
  const informed = names.map((_, i) => i).filter((i) => size[i] > 0);
  const fits = (weights: readonly number[]): boolean => {
    const residual = dot(
      weights,
      gram.map((row) => dot(row, weights)),
    );
    const scale = informed.reduce((sum, i) => sum + weights[i] ** 2 * size[i], 0);
    return residual <= TOLERANCE * scale && dot(weights, agreement) > 0;
  };
  const only = (chosen: readonly number[]) => names.map((_, i) => (chosen.includes(i) ? 1 : 0));
  const named = (weights: readonly number[]) =>
    Object.fromEntries(names.flatMap((name, i) => (weights[i] === 0 ? [] : [[name, weights[i]]])));
  const single = informed.filter((i) => fits(only([i])));
  const total = TOTAL.map((name) => names.indexOf(name)).find((i) => single.includes(i));
  if (total !== undefined) return named(only([total]));
  if (single.length > 0) return single.length === 1 ? named(only(single)) : null;
  // By default TRL adds its reward functions with weight 1.
  if (fits(only(informed))) return named(only(informed));
  const weights = nullVector(gram, size, informed);
  return weights && fits(weights) ? named(weights) : null;
}

/** Returns the centred columns and advantages of each group, without rows that lack an advantage or all columns. */
function groupsOf(rows: readonly Row[], columns: Columns, names: readonly string[]) {
  const known = rows.flatMap((row) => {
    const advantage = columns.advantage === null ? null : numberOf(row[columns.advantage]);
    const values = names.map((name) => numberOf(row[name]));
    if (advantage === null || values.every((value) => value === null)) return [];
    try {
      const { step, rollouts } = readRow({ ...columns, rewards: {} }, row, 0);
      return rollouts.map(({ group }) => ({ key: `${step} ${group}`, advantage, values: values.map((v) => v ?? 0) }));
    } catch {
      return [];
    }
  });
  return [...groupBy(known, ({ key }) => key).values()].map((group) => ({
    advantages: centred(group.map(({ advantage }) => advantage)),
    values: names.map((_, i) => centred(group.map(({ values }) => values[i]))),
  }));
}

/** Solves G w = 0 by elimination, scaled to a largest weight of 1. Null unless exactly one direction solves it. */
function nullVector(gram: readonly (readonly number[])[], size: readonly number[], informed: readonly number[]) {
  // Columns are scaled to length 1, so that one tolerance serves all columns.
  const norm = size.map(Math.sqrt);
  const rows = informed.map((i) => informed.map((j) => gram[i][j] / (norm[i] * norm[j])));
  const pivots: number[] = [];
  for (let column = 0; column < rows.length; column += 1) {
    const at = pivots.length;
    const best = rows.reduce((b, row, i) => (i >= at && Math.abs(row[column]) > Math.abs(rows[b][column]) ? i : b), at);
    if (at >= rows.length || Math.abs(rows[best][column]) <= TOLERANCE) continue;
    [rows[at], rows[best]] = [rows[best], rows[at]];
    rows.forEach((row, i) => {
      if (i === at) return;
      const factor = row[column] / rows[at][column];
      rows[i] = row.map((value, j) => value - factor * rows[at][j]);
    });
    pivots.push(column);
  }
  const free = rows.map((_, i) => i).filter((i) => !pivots.includes(i));
  if (free.length !== 1) return null;
  const weights = size.map(() => 0);
  weights[informed[free[0]]] = 1 / norm[informed[free[0]]];
  pivots.forEach(
    (column, i) => (weights[informed[column]] = -rows[i][free[0]] / rows[i][column] / norm[informed[column]]),
  );
  const largest = weights.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  // Round away numerical noise, because true weights are simple numbers.
  return weights.map((weight) => Math.round((weight / largest) * 1e3) / 1e3);
}
