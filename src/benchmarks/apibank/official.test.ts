/**
 * @file Compares our verdicts on gold calls and their mutations with those of the official evaluator and of the
 * exact-dictionary rule.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loaded } from '../benchmark.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { findCall } from './call-text.ts';
import { apiBank, type ApiBankExactItem } from './exact.ts';
import { apiBankOfficial, type ApiBankItem } from './official.ts';

const folder = sharedBenchmark('apibank');

interface Fixture {
  file: string;
  sample_id: number;
  mutation: string;
  raw: string;
  parsed: [string, Record<string, string>];
  official_correct: boolean | null;
}

describe.skipIf(!folder)('the official API-Bank files', () => {
  let official: Loaded<ApiBankItem>;
  let exact: Loaded<ApiBankExactItem>;
  let fixtures: Fixture[];
  beforeAll(async () => {
    official = await apiBankOfficial.load(diskFiles(folder!));
    exact = await apiBank.load(diskFiles(folder!));
    const lines = readFileSync(join(folder!, 'official_evaluator_fixtures_lv1.jsonl'), 'utf8').trim().split('\n');
    fixtures = lines.map((line) => JSON.parse(line) as Fixture);
  });

  it('reads every gold call', () => {
    expect(official.problems).toEqual([]);
    expect(official.items.filter(({ level }) => level === 1)).toHaveLength(399);
    expect(official.items.filter(({ level }) => level === 2)).toHaveLength(135);
    expect(exact.problems).toEqual([]);
    expect([1, 2, 3].map((level) => exact.items.filter((item) => item.level === level).length)).toEqual([399, 67, 131]);
  });

  it('finds the call as the official regular expressions do, in all 994 rows', () => {
    for (const { raw, parsed } of fixtures) {
      const call = findCall(raw);
      expect([call?.name, Object.fromEntries(call?.parameters ?? [])], raw).toEqual(parsed);
    }
    expect(fixtures).toHaveLength(994);
  });

  it('agrees with the official verdict on every row the official tool could score', () => {
    const byId = new Map(official.items.map((item) => [item.id, item]));
    const scorable = fixtures.filter(({ official_correct }) => official_correct !== null);
    const disagreements = scorable.filter(({ file, sample_id, raw, official_correct }) => {
      const item = byId.get(`${file}#${sample_id}`);
      return item === undefined || apiBankOfficial.score(item, raw).correct !== official_correct;
    });
    expect(scorable).toHaveLength(974);
    expect(disagreements).toEqual([]);
  });

  it('scores every gold answer right and every other answer wrong by the exact-dictionary rule', () => {
    for (const item of exact.items) {
      const gold = item.answer[0];
      const call = (changed: object) => `<tool_call>\n${JSON.stringify({ ...gold, ...changed })}\n</tool_call>`;
      expect(apiBank.score(item, call({})).correct, item.id).toBe(true);
      expect(apiBank.score(item, call({ name: `${gold.name}X` })).correct, item.id).toBe(false);
      const parameters = { ...gold.parameters, surplus: '1' };
      expect(apiBank.score(item, call({ parameters })).correct, item.id).toBe(false);
      const [first] = Object.keys(gold.parameters);
      if (first === undefined) continue;
      const changed = { ...gold.parameters, [first]: `${String(gold.parameters[first])}1` };
      expect(apiBank.score(item, call({ parameters: changed })).correct, item.id).toBe(false);
      const dropped = Object.fromEntries(Object.entries(gold.parameters).slice(1));
      expect(apiBank.score(item, call({ parameters: dropped })).correct, item.id).toBe(false);
    }
  });
});
