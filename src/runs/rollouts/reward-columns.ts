/**
 * @file Finds the reward columns of a log from the logged advantages.
 *
 * Within a group an advantage is s (r − r̄) with s > 0, whether or not the trainer divides by a deviation. The centred
 * true reward is therefore parallel to the advantages in every group. Only sums of columns with weight 1 are tried.
 */
import { groupBy, meanOrZero } from '../../common/mean.ts';
import { type Columns, numberOf, readRow, type Row } from './columns.ts';

/** Squared sines below this count as 0, because logged advantages are f32 or rounded. */
const TOLERANCE = 1e-4;
/** Row numbers that pandas and NeMo-RL write as columns, and evaluation results. */
const NO_REWARD = /^(?:__index_level_\d+__|Unnamed: \d+|idx|index|heldOut)$/;
/** Names of a total, which is preferred if its parts fit as well. */
const TOTAL = ['reward', 'rewards', 'score'];

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
const centred = (values: readonly number[]): number[] => {
  const mean = meanOrZero(values);
  return values.map((value) => value - mean);
};

/** Returns the columns that may be rewards: those with numbers and no other role. */
export function numericColumns(rows: readonly Row[], columns: Columns): string[] {
  const taken = new Set(Object.values({ ...columns, rewards: null }));
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...names].filter(
    (name) => !taken.has(name) && !NO_REWARD.test(name) && rows.some((row) => numberOf(row[name]) !== null),
  );
}

/** Returns the reward columns with weight 1, or null if the log does not determine them. */
export function findRewards(rows: readonly Row[], columns: Columns): Record<string, number> | null {
  const names = numericColumns(rows, columns);
  if (names.length === 1) return { [names[0]]: 1 };
  const groups = groupsOf(rows, columns, names);
  /** Returns true if the sum of these columns is parallel to the advantages in every group. */
  const fits = (chosen: readonly string[]): boolean => {
    let [residual, size, agreement] = [0, 0, 0];
    for (const { values, advantages } of groups) {
      const sum = advantages.map((_, row) => chosen.reduce((total, name) => total + values[name][row], 0));
      const [length, along] = [dot(advantages, advantages), dot(sum, advantages)];
      residual += dot(sum, sum) - (length > 0 ? along ** 2 / length : 0);
      size += chosen.reduce((total, name) => total + dot(values[name], values[name]), 0);
      agreement += along;
    }
    return residual <= TOLERANCE * size && agreement > 0;
  };
  const weighted = (chosen: readonly string[]) => Object.fromEntries(chosen.map((name) => [name, 1]));
  const informed = names.filter((name) => groups.some(({ values }) => values[name].some((value) => value !== 0)));
  const single = informed.filter((name) => fits([name]));
  const total = TOTAL.find((name) => single.includes(name));
  if (total !== undefined) return weighted([total]);
  if (single.length > 0) return single.length === 1 ? weighted(single) : null;
  // By default TRL adds its reward functions with weight 1.
  return fits(informed) ? weighted(informed) : null;
}

/** Returns the centred columns and advantages of each group, without rows whose advantage or columns are unknown. */
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
    values: Object.fromEntries(names.map((name, i) => [name, centred(group.map(({ values }) => values[i]))])),
  }));
}
