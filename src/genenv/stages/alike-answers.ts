/**
 * @file R_agent = sim(a′, a) by embeddings (setting `softReward`): the rollouts whose reward it is, and their rewards. A
 * family's comparison of words says which text is compared with which; everything else stays the family's verdict.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { AnswerPair, AnswerSimilarity } from '../answer-similarity.ts';
import type { Candidate } from './candidate.ts';
import type { Rollout } from '../log/events.ts';
import type { Settings } from '../settings/settings.ts';

/** The reference of an answer, and the similarity of the two. */
export interface AlikeAnswer {
  reference: string;
  similarity: number;
}

/** The texts to compare; null where the reward is not a similarity: a structured answer, one cut off, or an empty one. */
function pairOf({ world, task }: Candidate, { turns, finish }: Rollout): AnswerPair | null {
  if (world.reward !== 'soft' || finish !== 'stop') return null;
  const comparison = world.comparison?.(task, turns);
  if (comparison?.rule !== 'token-f1') return null;
  const pair = { answer: comparison.answer.join(' '), reference: comparison.reference.join(' ') };
  return pair.answer === '' || pair.reference === '' ? null : pair;
}

/**
 * @param attempts rollouts with their tasks
 * @returns how alike each answer is to its reference; none for a rollout whose reward is not a similarity of embeddings
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
  if (!similarity)
    throw new CodedError('no-embeddings', {
      embeddingModel,
    });
  const values = await similarity.of(asked.map(({ pair }) => pair));
  return new Map(asked.map(({ rollout, pair: { reference } }, i) => [rollout, { reference, similarity: values[i] }]));
}
