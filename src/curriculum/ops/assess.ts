/**
 * @file The agent's half of step 2 of Algorithm 1 on the GPU: rewards, counts of success and advantages, with one
 * upload and one readback.
 */
import type { Device } from '../../tensor/device.ts';
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Assessment, AssessmentRequest, RewardQuestion } from '../curriculum.ts';
import { agentRewards, rewardRules, uploadRagged } from './agent-reward.ts';
import { groupAdvantages } from './group-advantages.ts';

/**
 * Empirical success p̂ = k/n as counts (environment-reward.ts), on the GPU: sums of successes over tasks, and over the scope p̂
 * is taken over. Whole numbers, so exact in any order: they may be added atomically.
 */
const taskCountsKernel = defineKernel({
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

const answerOf = (question: RewardQuestion) => (question.rule === 'given' ? [] : question.answer);
const referenceOf = (question: RewardQuestion) => (question.rule === 'given' ? [] : question.reference);
const givenOf = (question: RewardQuestion) => (question.rule === 'given' ? question.reward : 0);

/** @throws RangeError if the group sizes do not add up to the number of rollouts */
export async function assessOnGpu(device: Device, request: AssessmentRequest): Promise<Assessment> {
  const { rollouts, groupSizes, successThreshold, scale } = request;
  const groupStarts = new Uint32Array(groupSizes.length + 1);
  groupSizes.forEach((size, group) => (groupStarts[group + 1] = groupStarts[group] + size));
  if (groupStarts[groupSizes.length] !== rollouts.length)
    throw new RangeError(`Groups of ${groupStarts[groupSizes.length]} rollouts in all do not fit ${rollouts.length}.`);
  const groupOf = Uint32Array.from(groupSizes.flatMap((size, group) => new Array<number>(size).fill(group)));

  const tape = new Tape(device, false);
  try {
    const starts = tape.upload(groupStarts);
    const rewards = agentRewards(
      tape,
      tape.upload(Uint32Array.from(rollouts, ({ rule }) => rewardRules.indexOf(rule))),
      tape.upload(Float32Array.from(rollouts, givenOf)),
      uploadRagged(tape, rollouts.map(answerOf)),
      uploadRagged(tape, rollouts.map(referenceOf)),
    );
    const counts = taskCounts(tape, rewards, starts, successThreshold);
    const advantages = groupAdvantages(tape, rewards, tape.upload(groupOf), starts, scale);
    const [rewardValues, advantageValues, countBits] = await device.readAll([rewards, advantages, counts]);
    const integers = new Uint32Array(countBits.buffer);
    return {
      // A verdict is recorded as it was given; what the GPU computed, as it computed it.
      rewards: rollouts.map((question, i) => (question.rule === 'given' ? question.reward : rewardValues[i])),
      advantages: [...advantageValues],
      counts: groupSizes.map((_, task) => ({ k: integers[2 * task], n: integers[2 * task + 1] })),
    };
  } finally {
    tape.dispose();
  }
}
