/**
 * @file The agent's reward (GenEnv, §3): R_agent(a′, a) = 1[a′ = a] for structured actions, sim(a′, a) ∈ [0, 1] for
 * free-form ones. The family decides which, by its benchmark's rule.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { Family, Score } from '../../tasks/family.ts';
import type { Rollout } from '../log/events.ts';
import type { RolloutReason } from '../log/reasons.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { Candidate } from './inspect-task.ts';

export interface AnswerPair {
  answer: string;
  reference: string;
}

export interface AnswerSimilarity {
  /** Returns values in [0, 1], in the order of the pairs. The same pair always has the same value. */
  of(pairs: readonly AnswerPair[]): Promise<number[]>;
}

/** The reference of an answer, and the similarity of the two. */
interface AlikeAnswer {
  reference: string;
  similarity: number;
}

/**
 * Returns the texts to compare, or null if the reward is not a similarity: the answer is structured, cut off or empty.
 */
function pairOf({ world, task }: Candidate, { turns, finish }: Rollout): AnswerPair | null {
  if (world.reward !== 'soft' || finish !== 'stop') return null;
  const comparison = world.comparison?.(task, turns);
  if (comparison?.rule !== 'token-f1') return null;
  const pair = { answer: comparison.answer.join(' '), reference: comparison.reference.join(' ') };
  return pair.answer === '' || pair.reference === '' ? null : pair;
}

/**
 * Compares answers with their references by embeddings, if the setting `softReward` says so: R_agent = sim(a′, a). A
 * family's comparison of words says which text is compared with which; everything else stays the family's verdict.
 * @param attempts rollouts with their tasks
 * @returns the similarity of each answer to its reference; none for a rollout whose reward is not a similarity of
 * embeddings
 */
export async function alikeAnswers(
  { softReward, embeddingModel }: Pick<Settings, 'softReward' | 'embeddingModel'>,
  similarity: AnswerSimilarity | undefined,
  attempts: readonly { candidate: Candidate; rollout: Rollout }[],
): Promise<ReadonlyMap<Rollout, AlikeAnswer>> {
  if (softReward !== 'embedding') return new Map();
  const asked = attempts.flatMap(({ candidate, rollout }) => {
    const pair = pairOf(candidate, rollout);
    return pair ? [{ rollout, pair }] : [];
  });
  if (asked.length === 0) return new Map();
  if (!similarity) throw new CodedError('no-embeddings', { embeddingModel });
  const values = await similarity.of(asked.map(({ pair }) => pair));
  return new Map(asked.map(({ rollout, pair: { reference } }, i) => [rollout, { reference, similarity: values[i] }]));
}

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
