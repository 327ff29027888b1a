/**
 * @file The agent's reward R_agent(a′, a) on the GPU, from token ids: exact match 1[a′ = a] for structured answers, token
 * F1 for free-form ones (Rajpurkar et al. 2016, arXiv 1606.05250), or the verdict of a rule that runs a program.
 *
 *   F1 = 2·shared / (|a′| + |a|), where `shared` counts the tokens of a that a′ has too, each as often as both have it.
 */
import type { RewardQuestion } from '../curriculum.ts';
import { defineKernel, eachThread, linearGrid } from '../../tensor/kernel.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';

/** The rules of rewards; the position in this list is the number that the kernel reads. */
export const rewardRules: readonly RewardQuestion['rule'][] = ['given', 'exact-match', 'token-f1'];

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
  // Two empty texts share nothing.
  return select(f32(2u * both) / f32(answer.y + reference.y), 0.0, both == 0u);
}${eachThread('i', 'u.rollouts')}
  // Start and length.
  let answer = vec2u(answerStarts[i], answerStarts[i + 1u] - answerStarts[i]);
  let reference = vec2u(referenceStarts[i], referenceStarts[i + 1u] - referenceStarts[i]);
  if (rules[i] == 1u) { rewards[i] = exactMatch(answer, reference); }
  else if (rules[i] == 2u) { rewards[i] = tokenF1(answer, reference); }
  else { rewards[i] = given[i]; }
}`,
});

/** Rows of token ids of any length, end to end. */
export interface RaggedTokens {
  /** u32, at least one element. */
  tokens: Tensor;
  /** u32 [N + 1]: row i has the tokens starts[i] … starts[i + 1] − 1. */
  starts: Tensor;
}

/**
 * @param rules u32 [N], positions in `rewardRules`
 * @param given f32 [N]: the rewards if the rule is `given`
 * @param answers what the agent wrote, normalised as the rule wants it; empty rows if the rule is `given`
 * @param references what it should have written
 * @returns f32 [N]
 */
export function agentRewards(
  tape: Tape,
  rules: Tensor,
  given: Tensor,
  answers: RaggedTokens,
  references: RaggedTokens,
): Tensor {
  const rewards = tape.allocate([rules.size]);
  tape.device.run(
    agentRewardKernel,
    {
      rules,
      given,
      answers: answers.tokens,
      answerStarts: answers.starts,
      references: references.tokens,
      referenceStarts: references.starts,
      rewards,
    },
    { rollouts: rules.size },
    linearGrid(rules.size),
  );
  return rewards;
}

/** Rows of ids as a ragged tensor. */
export function uploadRagged(tape: Tape, rows: readonly (readonly number[])[]): RaggedTokens {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => (starts[i + 1] = starts[i] + row.length));
  const tokens = new Uint32Array(Math.max(1, starts[rows.length]));
  rows.forEach((row, i) => tokens.set(row, starts[i]));
  return { tokens: tape.upload(tokens), starts: tape.upload(starts) };
}
