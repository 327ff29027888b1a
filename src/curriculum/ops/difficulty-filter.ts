/**
 * @file The difficulty filter (difficulty-filter.ts) on the GPU: a task stays where |p̂ − α| ≤ k_min, decided on counts as
 * |k·10⁹ − α·10⁹·n| ≤ k_min·10⁹·n in 64-bit whole numbers, so exact at the boundary. The neighbours' filters likewise.
 */
import { defineKernel, linearGrid, THREADS } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { asDecimal, DECIMAL, fixedPointFunctions } from './fixed-point.ts';

export const difficultyFilterKernel = defineKernel({
  label: 'difficulty filter',
  storage: { counts: 'read u32', kept: 'write u32' },
  uniforms: { tasks: 'u32', centre: 'u32', halfWidth: 'u32', excludeExtremes: 'u32' },
  body: `${fixedPointFunctions}
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let task = flatIndex(workgroup, groups, local);
  if (task >= u.tasks) { return; }
  let k = counts[2u * task];
  let n = counts[2u * task + 1u];
  let distance = distance64(product(k, ${DECIMAL}u), product(n, u.centre));
  let extreme = u.excludeExtremes != 0u && (k == 0u || k == n);
  kept[task] = select(0u, 1u, atMost64(distance, product(n, u.halfWidth)) && !extreme);
}`,
});

export interface Band {
  /** The middle of the success rates that stay, and how far from it they may be; decimals of at most nine digits. */
  centre: number;
  halfWidth: number;
  /** Whether tasks solved never or always are left out as well. */
  excludeExtremes?: boolean;
}

/**
 * @param counts k and n of each task's scope, u32 [T, 2]; n ≤ 2³² / 10
 * @returns u32 [T]: 1 where the task stays
 */
export function difficultyFilter(
  tape: Tape,
  counts: Tensor,
  { centre, halfWidth, excludeExtremes = false }: Band,
): Tensor {
  const [tasks] = counts.shape;
  const kept = tape.allocate([tasks], 'u32');
  tape.device.run(
    difficultyFilterKernel,
    { counts, kept },
    {
      tasks,
      centre: asDecimal(centre),
      halfWidth: asDecimal(halfWidth),
      excludeExtremes: Number(excludeExtremes),
    },
    linearGrid(tasks),
  );
  return kept;
}
