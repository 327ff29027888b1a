/**
 * @file Group advantages (advantages.ts) on the GPU: A_i = (r_i − μ)/(σ + ε) over the rollouts of a task, 0 if all
 * rewards are equal. One thread per rollout adds its group up in the order of the rollouts, so every rollout of a group
 * finds the same μ and σ, and every adapter adds in the same order.
 *
 * Centred rewards are means of differences, (1/G) Σ_j (r_i − r_j): a difference of close numbers is exact, while a
 * rounded mean subtracted from a reward near to it would lose digits.
 */
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { AdvantageScale } from '../advantages.ts';

const groupAdvantagesKernel = defineKernel({
  label: 'group advantages',
  storage: { rewards: 'read f32', groupOf: 'read u32', groupStarts: 'read u32', advantages: 'write f32' },
  /** `freedom`: what the sum of squares is divided by is G − freedom; `scaled`: 0 leaves centred rewards as they are. */
  uniforms: { rollouts: 'u32', scaled: 'u32', freedom: 'u32', epsilon: 'f32' },
  body: `
fn centred(i: u32, start: u32, end: u32) -> f32 {
  var total = 0.0;
  for (var j = start; j < end; j++) { total += rewards[i] - rewards[j]; }
  return total / f32(end - start);
}${eachThread('i', 'u.rollouts')}
  let start = groupStarts[groupOf[i]];
  let end = groupStarts[groupOf[i] + 1u];
  var mixed = false;
  for (var j = start; j < end; j++) { mixed = mixed || rewards[j] != rewards[start]; }
  if (!mixed) { advantages[i] = 0.0; return; }
  let own = centred(i, start, end);
  if (u.scaled == 0u) { advantages[i] = own; return; }
  // Σ_j (r_j − μ)² = (1/G) Σ_{j<l} (r_j − r_l)²: squares of differences, all positive, added up row by row.
  var squares = 0.0;
  for (var j = start; j < end; j++) {
    var row = 0.0;
    for (var l = j + 1u; l < end; l++) {
      let difference = rewards[j] - rewards[l];
      row += difference * difference;
    }
    squares += row;
  }
  let size = f32(end - start);
  let deviation = sqrt(squares / size / (size - f32(u.freedom)));
  advantages[i] = own / (deviation + u.epsilon);
}`,
});

/**
 * @param rewards f32 [N], the rollouts of a task next to each other
 * @param groupOf u32 [N]: the group of each rollout
 * @param groupStarts u32 [groups + 1]: group g has rollouts groupStarts[g] … groupStarts[g + 1] − 1
 * @returns f32 [N]
 */
export function groupAdvantages(
  tape: Tape,
  rewards: Tensor,
  groupOf: Tensor,
  groupStarts: Tensor,
  { scale, epsilon }: AdvantageScale,
): Tensor {
  const advantages = tape.allocate(rewards.shape);
  tape.device.run(
    groupAdvantagesKernel,
    { rewards, groupOf, groupStarts, advantages },
    {
      rollouts: rewards.size,
      scaled: Number(scale !== 'none'),
      freedom: Number(scale === 'sample'),
      epsilon,
    },
    linearGrid(rewards.size),
  );
  return advantages;
}
