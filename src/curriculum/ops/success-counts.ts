/**
 * @file Empirical success p̂ = k/n as counts (success.ts), on the GPU: sums of successes over tasks, and over the scope p̂
 * is taken over. Whole numbers, so exact in any order.
 */
import { defineKernel, linearGrid, THREADS } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';

export const taskCountsKernel = defineKernel({
  label: 'success counts of tasks',
  storage: { rewards: 'read f32', groupStarts: 'read u32', counts: 'write u32' },
  uniforms: { tasks: 'u32', threshold: 'f32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let task = flatIndex(workgroup, groups, local);
  if (task >= u.tasks) { return; }
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

export const scopeCountsKernel = defineKernel({
  label: 'success counts of scopes',
  storage: { counts: 'read u32', scopeOf: 'read u32', sums: 'write u32' },
  uniforms: { tasks: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let task = flatIndex(workgroup, groups, local);
  if (task >= u.tasks) { return; }
  let scope = scopeOf[task];
  var k = 0u;
  var n = 0u;
  for (var other = 0u; other < u.tasks; other++) {
    if (scopeOf[other] == scope) {
      k += counts[2u * other];
      n += counts[2u * other + 1u];
    }
  }
  sums[2u * task] = k;
  sums[2u * task + 1u] = n;
}`,
});

/**
 * The count p̂ is taken over, for each task: the sum over all tasks of the same scope.
 * @param counts u32 [T, 2]
 * @param scopeOf u32 [T]: the task itself, its task batch, or one number for the whole epoch
 * @returns u32 [T, 2]
 */
export function scopeCounts(tape: Tape, counts: Tensor, scopeOf: Tensor): Tensor {
  const tasks = scopeOf.size;
  const sums = tape.allocate([tasks, 2], 'u32');
  tape.device.run(scopeCountsKernel, { counts, scopeOf, sums }, { tasks }, linearGrid(tasks));
  return sums;
}
