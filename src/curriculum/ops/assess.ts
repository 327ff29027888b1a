/**
 * @file Computes the agent's half of step 2 of Algorithm 1 on the GPU: rewards and advantages, with one readback.
 *
 * The agent's reward R_agent(a′, a) compares the token ids of an answer a′ and a reference a. It is the exact match
 * 1[a′ = a] or the token F1 (Rajpurkar et al. 2016, arXiv 1606.05250). A rule that runs a program gives its reward with
 * the request.
 *
 * F1 = 2·shared / (|a′| + |a|). `shared` counts the tokens that both texts have, with repetitions.
 *
 * Group advantages (curriculum.ts) are A_i = (r_i − μ)/(σ + ε) over the rollouts of a task. They are 0 if all rewards
 * are equal. Each rollout's thread sums the whole group in the order of the rollouts. So all rollouts of a group get
 * the same μ and σ, and all adapters add in the same order.
 *
 * Centred rewards are means of differences, (1/G) Σ_j (r_i − r_j), because differences of close numbers are exact. A
 * rounded mean would lose digits.
 */
import type { Device } from '../../tensor/device.ts';
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import {
  type AdvantageScale,
  type Assessment,
  type AssessmentRequest,
  type RewardQuestion,
  successCounts,
} from '../curriculum.ts';

/** Rules of the kernel. A rule's index is its number in the kernel. */
const rewardRules: readonly RewardQuestion['rule'][] = ['given', 'exact-match', 'token-f1'];

const agentRewardKernel = defineKernel({
  label: 'agent reward',
  storage: {
    rules: 'read u32',
    given: 'read f32',
    answers: 'read u32',
    answerStarts: 'read u32',
    references: 'read u32',
    referenceStarts: 'read u32',
    rewards: 'write f32',
  },
  uniforms: { rollouts: 'u32' },
  body: `
fn exactMatch(answer: vec2u, reference: vec2u) -> f32 {
  if (answer.y != reference.y) { return 0.0; }
  for (var i = 0u; i < answer.y; i++) {
    if (answers[answer.x + i] != references[reference.x + i]) { return 0.0; }
  }
  return 1.0;
}
fn tokenF1(answer: vec2u, reference: vec2u) -> f32 {
  var both = 0u;
  for (var i = 0u; i < reference.y; i++) {
    let token = references[reference.x + i];
    var needed = 1u;
    for (var before = 0u; before < i; before++) { needed += select(0u, 1u, references[reference.x + before] == token); }
    var found = 0u;
    for (var j = 0u; j < answer.y; j++) { found += select(0u, 1u, answers[answer.x + j] == token); }
    both += select(0u, 1u, found >= needed);
  }
  // Two empty texts share nothing, so their F1 is 0.
  return select(f32(2u * both) / f32(answer.y + reference.y), 0.0, both == 0u);
}${eachThread('i', 'u.rollouts')}
  // x is the start of a row, y its length.
  let answer = vec2u(answerStarts[i], answerStarts[i + 1u] - answerStarts[i]);
  let reference = vec2u(referenceStarts[i], referenceStarts[i + 1u] - referenceStarts[i]);
  if (rules[i] == 1u) { rewards[i] = exactMatch(answer, reference); }
  else if (rules[i] == 2u) { rewards[i] = tokenF1(answer, reference); }
  else { rewards[i] = given[i]; }
}`,
});

/** Uploads rows of any length end to end. Row i is tokens[starts[i] … starts[i + 1] − 1], with `starts` u32 [N + 1]. */
function uploadRagged(tape: Tape, rows: readonly (readonly number[])[]) {
  const starts = startsOf(rows.map(({ length }) => length));
  const tokens = new Uint32Array(Math.max(1, starts[rows.length]));
  rows.forEach((row, i) => tokens.set(row, starts[i]));
  return { tokens: tape.upload(tokens), starts: tape.upload(starts) };
}

function startsOf(sizes: readonly number[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, i) => (starts[i + 1] = starts[i] + size));
  return starts;
}

/** Returns the reward of each rollout, f32 [N]. */
function agentRewards(tape: Tape, rollouts: readonly RewardQuestion[]): Tensor {
  const rules = tape.upload(Uint32Array.from(rollouts, ({ rule }) => rewardRules.indexOf(rule)));
  const given = tape.upload(Float32Array.from(rollouts, (one) => (one.rule === 'given' ? one.reward : 0)));
  const [answers, references] = (['answer', 'reference'] as const).map((side) =>
    uploadRagged(
      tape,
      rollouts.map((one) => (one.rule === 'given' ? [] : one[side])),
    ),
  );
  const rewards = tape.allocate([rules.size]);
  tape.device.run(
    agentRewardKernel,
    {
      ...{ rules, given, rewards },
      ...{ answers: answers.tokens, answerStarts: answers.starts },
      ...{ references: references.tokens, referenceStarts: references.starts },
    },
    { rollouts: rules.size },
    linearGrid(rules.size),
  );
  return rewards;
}

const groupAdvantagesKernel = defineKernel({
  label: 'group advantages',
  storage: { rewards: 'read f32', groupOf: 'read u32', groupStarts: 'read u32', advantages: 'write f32' },
  // The variance has the divisor G − `freedom`. If `scaled` is 0, rewards are only centred.
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
  // Compute Σ_j (r_j − μ)² as (1/G) Σ_{j<l} (r_j − r_l)², because differences of close numbers are exact.
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
 * Returns the advantage of each rollout in its group.
 * @param rewards f32 [N], the rollouts of a task next to each other
 * @param groupOf u32 [N]: the group of each rollout
 * @param groupStarts u32 [groups + 1]: group g has rollouts groupStarts[g] … groupStarts[g + 1] − 1
 * @returns f32 [N]
 */
function groupAdvantages(
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
    { rollouts: rewards.size, scaled: Number(scale !== 'none'), freedom: Number(scale === 'sample'), epsilon },
    linearGrid(rewards.size),
  );
  return advantages;
}

/** Returns rewards, advantages and success counts. @throws RangeError if group sizes and rollouts do not match */
export async function assessOnGpu(device: Device, request: AssessmentRequest): Promise<Assessment> {
  const { rollouts, groupSizes, scale } = request;
  const groupStarts = startsOf(groupSizes);
  if (groupStarts[groupSizes.length] !== rollouts.length)
    throw new RangeError(`Groups of ${groupStarts[groupSizes.length]} rollouts in all do not fit ${rollouts.length}.`);
  const groupOf = Uint32Array.from(groupSizes.flatMap((size, group) => new Array<number>(size).fill(group)));

  const tape = new Tape(device, false);
  try {
    const starts = tape.upload(groupStarts);
    const rewards = agentRewards(tape, rollouts);
    const advantages = groupAdvantages(tape, rewards, tape.upload(groupOf), starts, scale);
    const [rewardValues, advantageValues] = await device.readAll([rewards, advantages]);
    return {
      // A given reward keeps its double precision. Other rewards are as the GPU computed them.
      rewards: rollouts.map((question, i) => (question.rule === 'given' ? question.reward : rewardValues[i])),
      advantages: [...advantageValues],
      counts: successCounts([...rewardValues], request),
    };
  } finally {
    tape.dispose();
  }
}
