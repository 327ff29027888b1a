/**
 * @file The agent's reward (GenEnv, §3): R_agent(a′, a) = 1[a′ = a] for structured actions, sim(a′, a) ∈ [0, 1] for
 * free-form ones. The family decides which, by its benchmark's rule. This file gives a rollout its score.
 */
import type { Family, Score } from '../../tasks/family.ts';
import type { RolloutReason } from '../log/reasons.ts';

/**
 * @param turns what the agent wrote, first turn first
 * @param finish `length`: the agent was cut off, so there is no answer
 * @param successThreshold a soft reward of at least this is a success (the paper leaves it open)
 */
export function agentReward<Task>(
  family: Family<Task>,
  task: Task,
  turns: readonly string[],
  finish: 'stop' | 'length',
  successThreshold: number,
): Score<RolloutReason> {
  if (finish === 'length') return { reward: 0, success: false, wellFormed: false, reason: { code: 'answer-cut-off' } };
  const score = family.score(task, turns);
  return family.reward === 'soft' ? { ...score, success: score.reward >= successThreshold } : score;
}
