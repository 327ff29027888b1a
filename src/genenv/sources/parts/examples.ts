/** @file Base data as examples: a task with the context from which the environment would have to write it. */
import { endToken } from '../../../policy/text-tokenizer.ts';
import type { Candidate } from '../../stages/candidate.ts';
import { encodedContext, toldSuccess } from '../../stages/write-tasks.ts';
import { writesKeys } from '../../stages/written-keys.ts';
import type { EpochRequest } from '../arm.ts';

/**
 * The same candidates, from which the environment learns too, with the agent's recent success now. Where it writes keys they
 * stay base data: they have none.
 */
export const asExamples = (request: EpochRequest, candidates: readonly Candidate[]): Candidate[] =>
  candidates.map((candidate) => {
    const { families, settings, tokenizer } = request;
    const family = families.find(({ name }) => name === candidate.family)!;
    if (writesKeys(settings, family, 'environment')) return candidate;
    const { text } = candidate;
    const { seed, rest } = settings.anchor ? family.splitSeed(text) : { seed: '', rest: text };
    const success = toldSuccess(request, family);
    const { text: context, ids: contextIds } = encodedContext(tokenizer, family, success, seed);
    const writtenIds = [...tokenizer.encode(rest), endToken(tokenizer)];
    return { ...candidate, source: 'example', lesson: { context, contextIds, writtenIds } };
  });
