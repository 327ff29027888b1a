/** @file Recorded sentences of the household are read back: of every reason, and all of the recorded runs. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { upgradeEvent } from '../genenv/upgrade-event.ts';
import type { HouseholdReason } from '../tasks/families/household/reasons.ts';
import { household } from '../tasks/families/household/reasons.en.ts';
import { recordedReason } from './recorded-reasons.ts';
import { sentenceOf } from '../common/sentences.ts';
import { reasonSentence } from './zh/reasons.ts';

const reasons: HouseholdReason[] = [
  { code: 'household/empty-text' },
  { code: 'household/malformed-goal', goal: 2 },
  { code: 'household/unknown-verb', word: 'eat' },
  { code: 'household/unknown-object', word: 'moon' },
  { code: 'household/two-goals', object: 'cup' },
  { code: 'household/too-many-goals', goals: 12, most: 10 },
  { code: 'household/malformed-answer' },
  { code: 'household/solved' },
  { code: 'household/wrong-station', goal: 1, station: 'rack', verb: 'clean', object: 'book' },
];

it('knows the sentence of every reason of the household, and no other', () => {
  expect(reasons.map(({ code }) => code).sort()).toEqual(Object.keys(household).sort());
  for (const reason of reasons) expect(recordedReason(sentenceOf(household, reason))).toEqual(reason);
  expect(recordedReason('“rome” is not a function.')).toBeUndefined();
});

it.each([
  ['of the page', 'public/example-run.zip', 1000],
  ['of version 1', 'src/runs/files/run-of-version-1.zip', 100],
])('gives every reason of the recorded run %s a Chinese sentence', (_, file, least) => {
  const reasonsOf = (value: unknown): { code: string }[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, inner]) =>
          (name === 'reason' || name === 'note') && inner ? [inner as { code: string }] : reasonsOf(inner),
        );
  const lines = strFromU8(unzipSync(readFileSync(file))['events.jsonl'])
    .trim()
    .split('\n');
  const found = lines.flatMap((line) => reasonsOf(upgradeEvent(JSON.parse(line))));
  expect(found.length).toBeGreaterThan(least);
  const sentences = new Set(found.map((reason) => reasonSentence(reason as Parameters<typeof reasonSentence>[0])));
  // The symbols of the band are the same in every language.
  expect(
    [...sentences].filter((sentence) => !/[\u4e00-\u9fff]/.test(sentence) && !sentence.startsWith('p̂ = ')),
  ).toEqual([]);
});
