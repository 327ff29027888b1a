/**
 * @file Empirical success p̂ = k/n as counts (success.ts), on the GPU: sums of successes over tasks, and over the scope p̂
 * is taken over. Whole numbers, so exact in any order: they may be added atomically.
 */
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';

export const taskCountsKernel = defineKernel({
  label: 'success counts of tasks',
  storage: { rewards: 'read f32', groupStarts: 'read u32', counts: 'write u32' },
  uniforms: { tasks: 'u32', threshold: 'f32' },
  body: `${eachThread('task', 'u.tasks')}
  let start = groupStarts[task];
  let end = groupStarts[task + 1u];
  var successes = 0u;
  for (var i = start; i < end; i++) { successes += select(0u, 1u, rewards[i] >= u.threshold); }
  counts[2u * task] = successes;
  counts[2u * task + 1u] = end - start;
}`,
});

/**
 * k and n of each task: how many of its rollouts have a reward of at least `threshold`, and how many there are.
 * @param rewards f32 [N], the rollouts of a task next to each other
 * @param groupStarts u32 [T + 1]: task t has rollouts groupStarts[t] … groupStarts[t + 1] − 1
 * @returns u32 [T, 2]
 */
export function taskCounts(tape: Tape, rewards: Tensor, groupStarts: Tensor, threshold: number): Tensor {
  const tasks = groupStarts.size - 1;
  const counts = tape.allocate([tasks, 2], 'u32');
  tape.device.run(taskCountsKernel, { rewards, groupStarts, counts }, { tasks, threshold }, linearGrid(tasks));
  return counts;
}

const scopeTotalsKernel = defineKernel({
  label: 'success counts of scopes',
  storage: { counts: 'read u32', scopeOf: 'read u32', totals: 'write atomic<u32>' },
  uniforms: { tasks: 'u32' },
  body: `${eachThread('task', 'u.tasks')}
  let scope = scopeOf[task];
  atomicAdd(&totals[2u * scope], counts[2u * task]);
  atomicAdd(&totals[2u * scope + 1u], counts[2u * task + 1u]);
}`,
});

const scopeCountsKernel = defineKernel({
  label: 'success counts of the scope of each task',
  storage: { totals: 'read u32', scopeOf: 'read u32', sums: 'write u32' },
  uniforms: { tasks: 'u32' },
  body: `${eachThread('task', 'u.tasks')}
  let scope = scopeOf[task];
  sums[2u * task] = totals[2u * scope];
  sums[2u * task + 1u] = totals[2u * scope + 1u];
}`,
});

/**
 * The count p̂ is taken over, for each task: the sum over all tasks of the same scope.
 * @param counts u32 [T, 2]
 * @param scopeOf u32 [T], numbers below `scopes`: the task itself, its task batch, or one number for the whole epoch
 * @returns u32 [T, 2]
 */
export function scopeCounts(tape: Tape, counts: Tensor, scopeOf: Tensor, scopes: number): Tensor {
  const tasks = scopeOf.size;
  const totals = tape.allocate([scopes, 2], 'u32');
  const sums = tape.allocate([tasks, 2], 'u32');
  tape.device.clear(totals);
  tape.device.run(scopeTotalsKernel, { counts, scopeOf, totals }, { tasks }, linearGrid(tasks));
  tape.device.run(scopeCountsKernel, { totals, scopeOf, sums }, { tasks }, linearGrid(tasks));
  return sums;
}
