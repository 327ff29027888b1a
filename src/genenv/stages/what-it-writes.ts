/**
 * @file What an environment would write if contexts told it other facts about the agent: the same seeds and random numbers
 * for all facts, so that only they make a difference. Nothing learns from it, and no random number of a run is drawn.
 */
import { groupBy } from '../../common/group-by.ts';
import { samplingOf } from '../sampling.ts';
import type { Settings } from '../settings/settings.ts';
import { contextTelling, mostWrittenTokens, readCandidate } from './write-tasks.ts';
import type { Sampler, WeightsVersion } from '../../policy/policy.ts';
import { endToken, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomKey } from '../../random/streams.ts';
import { type Family, skillsAfterSeed, type ToldFacts } from '../../tasks/family.ts';

export interface WritingRequest {
  environment: Pick<Sampler, 'generate'>;
  tokenizer: TextTokenizer;
  settings: Settings;
  family: Family;
  /** Contexts, each with one text. */
  texts: number;
  /** Base samples that contexts tell; absent: contexts have drawn seeds. */
  samples?: readonly string[];
  weights?: WeightsVersion;
}

/** The facts that each context tells. */
export type Telling = (batch: number) => ToldFacts;

/** Levels and skills are of the valid tasks among the texts. */
export interface WrittenFor {
  /** Every text, by context. */
  texts: string[];
  /** The level of each, by context; null of a text that is no valid task. */
  level: (number | null)[];
  valid: number;
  /** Tasks of each level, first level first. */
  levels: number[];
  /** How often the environment wrote what needs a skill, by skill: without what the seed needs. */
  skills: Record<string, number>;
}

/** @returns for each of the tellings, in their order */
export async function whatItWrites(request: WritingRequest, tellings: readonly Telling[]): Promise<WrittenFor[]> {
  const { environment, tokenizer, settings, family, texts, samples, weights } = request;
  const reading = { tokenizer, settings, source: 'environment' as const, refuse: () => null };
  const asked = { tokenizer, settings, families: [family], samples: samples && [samples], epoch: 0 };
  const sampling = samplingOf(settings, {
    temperature: settings.environmentTemperature,
    maxNewTokens: mostWrittenTokens(settings, [family], 'environment'),
    stopIds: [endToken(tokenizer)],
  });
  const key = randomKey(settings.seed, 'counterfactual', 0);
  const results: WrittenFor[] = [];
  for (const tell of tellings) {
    const contexts = Array.from({ length: texts }, (_, batch) =>
      contextTelling(asked, batch, 'counterfactual', () => tell(batch)),
    );
    const prompts = contexts.map(({ ids, batch }) => ({ ids, task: batch, rollouts: [0], position: 0 }));
    const { completions } = await environment.generate(prompts, sampling, key, weights);
    const written = completions.map((completion, i) =>
      readCandidate(reading, contexts[completion.task], completion, i),
    );
    const tasks = written.filter(({ task }) => task !== null);
    const needed = groupBy(
      tasks.flatMap(({ seed, task }) => skillsAfterSeed(family, seed, task)),
      (skill) => skill,
    );
    results.push({
      texts: written.map(({ text }) => text),
      level: written.map(({ task, level }) => (task === null ? null : level)),
      valid: tasks.length,
      levels: Array.from({ length: family.levels }, (_, i) => tasks.filter(({ level }) => level === i + 1).length),
      skills: Object.fromEntries(family.skills.map((skill) => [skill, needed.get(skill)?.length ?? 0])),
    });
  }
  return results;
}
