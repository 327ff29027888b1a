/**
 * @file The arm vocabulary-dropout (Dineen et al. 2026, arXiv 2604.03472): as genenv, but a random hard mask lies on the
 * environment's logits when it writes, so that it cannot settle on the same words:
 *
 *   m_v ~ Bernoulli(κ) for each token v that is not of format,   logit_v ← −∞ where m_v = 0
 *
 * The mask is drawn anew for each batch, which here is an epoch: a function of seed and epoch. Read were the paper's
 * abstract (v2) and notes of others on it (mask, κ of .75 or .85, tokens of format kept). Not found there: which tokens are
 * of format, and whether the update masks too. Ours: the end, and every token that all texts of a level of the true
 * generator have in common after their seeds; κ = .85. What differs: there the proposer learns by GRPO with R-Zero's reward,
 * here by the regression, on log-probabilities over the whole vocabulary, since it learns from texts of several epochs at
 * once, each of which had another mask.
 */
import { randomStream } from '../../random/streams.ts';
import { trainingTask } from '../../tasks/data.ts';
import { endToken } from '../../policy/text-tokenizer.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm, EpochRequest } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

const KEPT = 0.85;

/** Texts of a level, of which a word that is not of format is seldom in all. */
const TEXTS = 64;

type FormatRequest = Pick<EpochRequest, 'settings' | 'families' | 'tokenizer'>;

/** Tokens without which no text, or none of some level, is a task. */
export function formatTokens({ settings, families, tokenizer }: FormatRequest): Set<number> {
  const format = new Set([endToken(tokenizer)]);
  families.forEach((family, place) => {
    for (let level = 1; level <= family.levels; level++) {
      const random = randomStream(settings.seed, 'vocabularyDropout', 0, place, level);
      const texts = Array.from({ length: TEXTS }, () => trainingTask(family, level, random));
      const written = texts
        .map((text) => (settings.anchor ? family.splitSeed(text).rest : text))
        .filter(Boolean)
        .map((rest) => new Set(tokenizer.encode(rest)));
      for (const id of written[0] ?? []) if (written.every((ids) => ids.has(id))) format.add(id);
    }
  });
  return format;
}

/** The tokens that the environment cannot write in this epoch, in order. */
export async function droppedTokens(request: FormatRequest & Pick<EpochRequest, 'environment' | 'epoch'>) {
  const { vocabularySize } = await request.environment.describe();
  const random = randomStream(request.settings.seed, 'vocabularyDropout', request.epoch);
  const format = formatTokens(request);
  return Array.from({ length: vocabularySize }, (_, id) => ({ id, kept: random.next() < KEPT }))
    .filter(({ id, kept }) => !kept && !format.has(id))
    .map(({ id }) => id);
}

export const vocabularyDropout: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: true,
  tasks: async (request) => newTasks(request, { dropped: await droppedTokens(request) }),
};
