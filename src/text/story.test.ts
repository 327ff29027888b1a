/** @file Each claim about an epoch has its words in every language: its numbers, no others, and one thing is one. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../analysis/epoch-story.ts';
import { story as english } from './en/story.ts';
import { TEXT } from './by-language/text.ts';
import { type Language, LANGUAGES } from './languages.ts';

const editions = await Promise.all(
  (Object.keys(LANGUAGES) as Language[]).map(async (name) => [name, await TEXT[name]()] as const),
);

/** Each code with its numbers; all different, and none that stands in a name. */
const claims: { [Code in Claim['code']]: Omit<Extract<Claim, { code: Code }>, 'code'> } = {
  texts: { texts: 24, attempted: 16 },
  'nothing-attempted': {},
  answers: { tasks: 16, answers: 128 },
  right: { right: 30, answers: 128, scope: 'task' },
  'inside-band': { inside: 4, tasks: 16 },
  solved: { tasks: 16, never: 9, always: 2, sometimes: 5 },
  'agent-learned': { groups: 5, steps: 2 },
  'agent-penalties': { steps: 2 },
  'agent-old-traces': { traces: 20, entries: 4 },
  'agent-no-step': {},
  'agent-off': {},
  'agent-unknown': {},
  'environment-learned': { steps: 2, pairs: 20, own: 4 },
  'environment-penalty': { steps: 2, capped: true },
  'environment-capped': {},
  'environment-no-step': {},
  'environment-frozen': {},
  'environment-off': {},
  'environment-unknown': {},
  'pools-grew': { traces: 7, tasks: 4 },
};
const numbersIn = (sentence: string): number[] => (sentence.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);

describe.each(editions)('in %s', (_, { story: { tell } }) => {
  it.each(Object.entries(claims))('%s', (code, values) => {
    const numbers = Object.values(values).filter((value) => typeof value === 'number');
    expect(numbersIn(tell([{ code, ...values } as Claim]))).toEqual(numbers.sort((a, b) => a - b));
  });

  it('one thing is one', () => {
    const each = Object.entries(claims).map(([code, values]) => {
      const ones = Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? 1 : value]);
      return { code, ...Object.fromEntries(ones) } as Claim;
    });
    expect(tell(each)).not.toMatch(/\b1 (?:mixed )?(?:texts|answers|tasks|groups|steps|traces|entries)/);
  });
});

/** The numbers of each caption of a beat, as they are shown. */
const beats = {
  'too-hard': { unsolved: '74', groups: '80', mixed: '5', right: '7', answers: '640' },
  'comes-down': { levelBefore: '6.3', levelAfter: '1.8', from: '1', to: '9' },
  discovers: { before: '8%', after: '55%', mastered: { epoch: '46', task: 'heat pot', answers: '8' } },
  grows: { levelBefore: '3.6', levelAfter: '4.1', heldOut: { before: '22%', after: '35%' } },
};

it.each(editions)(
  'captions of beats hold their numbers and no others, in %s',
  (_, { firstMinute: { beats: words } }) => {
    for (const code of Object.keys(beats) as (keyof typeof beats)[]) {
      const shown = words[code].caption(beats[code] as never);
      const numbers = (text: string) => (text.match(/\d+(?:\.\d+)?%?/g) ?? []).sort();
      expect(numbers(shown), code).toEqual(numbers(JSON.stringify(beats[code])));
    }
  },
);

it.each(editions)('a success that is shown alike before and after is said once, in %s', (_, { firstMinute }) => {
  const grown = { ...beats.grows, heldOut: { before: '3%', after: '3%' } };
  expect(firstMinute.beats.grows.caption(grown).match(/3%/g)).toHaveLength(1);
});

it('what there is none of is not told', () => {
  expect(english.tell([{ code: 'solved', tasks: 3, never: 0, always: 0, sometimes: 3 }])).toBe(
    '3 tasks: 3 solved sometimes.',
  );
});
