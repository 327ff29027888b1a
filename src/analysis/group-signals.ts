/** @file The learning signal of groups by how many of their answers are right: what Proposition 1 says, counted in a run. */
import { meanOrZero } from '../common/mean.ts';
import { groupBy } from '../common/group-by.ts';
import type { EpochView } from './run-view.ts';

export interface GroupSignal {
  right: number;
  groups: number;
  /** Mean over them of Σ |A|. */
  signal: number;
}

/** @returns by right answers, from none to all of the group size; none where the epochs have groups of several sizes or none */
export function groupSignals(epochs: readonly EpochView[]): GroupSignal[] {
  const groups = epochs.flatMap(({ scored }) => [...groupBy(scored?.rollouts ?? [], ({ task }) => task).values()]);
  const sizes = new Set(groups.map(({ length }) => length));
  if (sizes.size !== 1) return [];
  const [size] = sizes;
  const byRight = groupBy(groups, (group) => group.filter(({ success }) => success).length);
  return Array.from({ length: size + 1 }, (_, right) => {
    const own = byRight.get(right) ?? [];
    const sums = own.map((group) => group.reduce((sum, { advantage }) => sum + Math.abs(advantage), 0));
    return { right, groups: own.length, signal: meanOrZero(sums) };
  });
}
