/**
 * @file Empirical success p̂ = k/n, as counts. The paper takes it over "each generated batch of n task variations": the
 * variations of one seed context with their rollouts. Per task and over the whole epoch are the other choices.
 */

/** k successes in n rollouts of one task, task batch or epoch. */
export interface SuccessCount {
  k: number;
  n: number;
}

export type SuccessScope = 'task' | 'batch' | 'epoch';

/** p̂ = k/n; 0 if n = 0. */
export const successRate = ({ k, n }: SuccessCount): number => (n === 0 ? 0 : k / n);

export function addCounts(counts: readonly SuccessCount[]): SuccessCount {
  return {
    k: counts.reduce((sum, { k }) => sum + k, 0),
    n: counts.reduce((sum, { n }) => sum + n, 0),
  };
}

/** Numbers the tasks so that those that share their count p̂ have the same number. */
export function scopesOf(batches: readonly number[], scope: SuccessScope): number[] {
  return batches.map((batch, task) => (scope === 'task' ? task : scope === 'batch' ? batch : 0));
}
