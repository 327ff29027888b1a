/** @file The agent's half of step 2 of Algorithm 1 on the GPU: one upload, and one readback. */
import type { Assessment, AssessmentRequest, RewardQuestion } from '../curriculum.ts';
import { Tape } from '../../tensor/tape.ts';
import type { Device } from '../../tensor/device.ts';
import { agentRewards, rewardRules, uploadRagged } from './agent-reward.ts';
import { groupAdvantages } from './group-advantages.ts';
import { taskCounts } from './success-counts.ts';

const answerOf = (question: RewardQuestion) => (question.rule === 'given' ? [] : question.answer);
const referenceOf = (question: RewardQuestion) => (question.rule === 'given' ? [] : question.reference);
const givenOf = (question: RewardQuestion) => (question.rule === 'given' ? question.reward : 0);

/** @throws RangeError where the group sizes do not add up to the number of rollouts */
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
