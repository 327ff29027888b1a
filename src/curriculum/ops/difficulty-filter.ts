/**
 * @file The difficulty filter (difficulty-filter.ts) on the GPU: a task stays where low ≤ p̂ ≤ high, decided on counts
 * as low·10⁹·n ≤ k·10⁹ ≤ high·10⁹·n in 64-bit whole numbers, so exact at the boundary for every n below 2³².
 */
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { asDecimal, type Band, DECIMAL } from '../difficulty-filter.ts';
import { fixedPointFunctions } from './fixed-point.ts';

export const difficultyFilterKernel = defineKernel({
  label: 'difficulty filter',
  storage: { counts: 'read u32', kept: 'write u32' },
  uniforms: { tasks: 'u32', low: 'u32', high: 'u32', excludeExtremes: 'u32' },
  body: `${fixedPointFunctions}${eachThread('task', 'u.tasks')}
  let k = counts[2u * task];
  let n = counts[2u * task + 1u];
  let extreme = u.excludeExtremes != 0u && (k == 0u || k == n);
  let scaled = product(k, ${DECIMAL}u);
  let within = atMost64(product(n, u.low), scaled) && atMost64(scaled, product(n, u.high));
  kept[task] = select(0u, 1u, within && !extreme);
}`,
});

/** @returns u32 [T]: 1 where the task stays */
export function difficultyFilter(tape: Tape, counts: Tensor, { low, high, excludeExtremes = false }: Band): Tensor {
  const [tasks] = counts.shape;
  const kept = tape.allocate([tasks], 'u32');
  tape.device.run(
    difficultyFilterKernel,
    { counts, kept },
    { tasks, low: asDecimal(low), high: asDecimal(high), excludeExtremes: Number(excludeExtremes) },
    linearGrid(tasks),
  );
  return kept;
}
