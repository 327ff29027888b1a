/** @file Turns the claims about an epoch into sentences. */
import type { Claim } from '../analysis/epoch-story.ts';
import { runText } from './run.ts';
import { listOf, type MessagesOf, sentenceOf } from './sentence.ts';

const { claims, solved } = runText.story;

/** Lists only the kinds of tasks that occur. */
function partsOf(claim: Extract<Claim, { code: 'solved' }>): string {
  const kinds = (['never', 'always', 'sometimes'] as const).filter((kind) => claim[kind] > 0);
  return listOf(kinds.map((kind) => solved[kind]({ tasks: claim[kind] })));
}

type Told = Exclude<Claim, { code: 'solved' }> | { code: 'solved'; tasks: number; parts: string };
const messages: MessagesOf<Told> = claims;

export const storyOf = (all: readonly Claim[]): string =>
  all
    .map((claim) => (claim.code === 'solved' ? { code: claim.code, tasks: claim.tasks, parts: partsOf(claim) } : claim))
    .map((claim: Told) => sentenceOf(messages, claim.code, claim))
    .join(' ');
