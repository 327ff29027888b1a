/**
 * @file What an environment would write if contexts told it other facts about the agent: the same seeds and random numbers
 * for all facts, so that only they make a difference. Nothing learns from it, and no random number of a run is drawn.
 */
import { groupBy } from '../../common/group-by.ts';
import { samplingOf } from '../sampling.ts';
import type { Settings } from '../settings/settings.ts';
import { encodedContext, mostWrittenTokens, readCandidate } from './write-tasks.ts';
import type { Sampler, WeightsVersion } from '../../policy/policy.ts';
import { endToken, type TextTokenizer } from '../../policy/text-tokenizer.ts';
import { randomKey, randomStream } from '../../random/streams.ts';
import { type Family, skillsAfterSeed, type ToldFacts } from '../../tasks/family.ts';

export interface WritingRequest {
  environment: Pick<Sampler, 'generate'>;
  tokenizer: TextTokenizer;
  settings: Settings;
  family: Family;
  /** Texts for each of the facts. */
  texts: number;
  weights?: WeightsVersion;
}

/** Of the valid tasks among the texts. */
export interface WrittenFor {
  texts: number;
  valid: number;
  /** Tasks of each level, first level first. */
  levels: number[];
  /** How often the environment wrote what needs a skill, by skill: without what the seed needs. */
  skills: Record<string, number>;
}

/** @returns for each of the facts, in their order */
export async function whatItWrites(request: WritingRequest, facts: readonly ToldFacts[]): Promise<WrittenFor[]> {
  const { environment, tokenizer, settings, family, texts, weights } = request;
  const reading = { tokenizer, settings, source: 'environment' as const, refuse: () => null };
  const seeds = Array.from({ length: texts }, (_, i) =>
    settings.anchor ? family.sampleSeed(randomStream(settings.seed, 'counterfactual', 0, i)) : '',
  );
  const sampling = samplingOf(settings, {
    temperature: settings.environmentTemperature,
    maxNewTokens: mostWrittenTokens(settings, [family], 'environment'),
    stopIds: [endToken(tokenizer)],
  });
  const key = randomKey(settings.seed, 'counterfactual', 0);
  const results: WrittenFor[] = [];
  for (const told of facts) {
    const contexts = seeds.map((seed, batch) => ({
      family,
      batch,
      seed,
      ...encodedContext(tokenizer, family, told, seed),
    }));
    const prompts = contexts.map(({ ids, batch }) => ({ ids, task: batch, rollouts: [0], position: 0 }));
    const { completions } = await environment.generate(prompts, sampling, key, weights);
    const tasks = completions.flatMap((completion, i) => {
      const { seed, task, level } = readCandidate(reading, contexts[completion.task], completion, i);
      return task === null ? [] : [{ level, skills: skillsAfterSeed(family, seed, task) }];
    });
    const needed = groupBy(
      tasks.flatMap(({ skills }) => skills),
      (skill) => skill,
    );
    results.push({
      texts,
      valid: tasks.length,
      levels: Array.from({ length: family.levels }, (_, i) => tasks.filter(({ level }) => level === i + 1).length),
      skills: Object.fromEntries(family.skills.map((skill) => [skill, needed.get(skill)?.length ?? 0])),
    });
  }
  return results;
}
