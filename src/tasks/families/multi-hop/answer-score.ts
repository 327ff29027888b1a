/**
 * @file Bamboogle's rule for an answer to a multi-hop question: exact match after normalisation for success, token F1 for
 * the reward. How an answer is written is each family's own.
 */
import { exactMatch, tokenComparison, tokenF1 } from '../../text-similarity.ts';
import type { Comparison, Score } from '../../family.ts';
import type { MultiHopReason } from './reasons.ts';
import type { MultiHopTask } from './task.ts';
import { walk } from './walk.ts';

/** The comparison of the reward; null if the agent came to no answer, or there is no right one. */
export function compareAnswer(task: MultiHopTask, given: string | undefined): Comparison | null {
  const { steps, problem } = walk(task);
  if (problem !== null || given === undefined) return null;
  return tokenComparison(given, steps.at(-1)!.object);
}

/** @param given undefined where the agent did not come to an answer */
export function scoreAnswer(task: MultiHopTask, given: string | undefined, wellFormed: boolean): Score<MultiHopReason> {
  const failure = (reason: MultiHopReason) => ({ reward: 0, success: false, wellFormed, reason });
  const { steps, problem } = walk(task);
  if (problem !== null) return failure(problem);
  if (given === undefined) return failure({ code: 'multi-hop/no-answer' });
  const answer = steps.at(-1)!.object;
  if (exactMatch(given, [answer])) {
    return { reward: 1, success: true, wellFormed, reason: { code: 'multi-hop/solved', answer } };
  }
  const reason: MultiHopReason = { code: 'multi-hop/wrong-answer', answer, given };
  return { reward: tokenF1(given, [answer]), success: false, wellFormed, reason };
}
