/**
 * @file Compares our verdicts on gold calls and their mutations with the official evaluator's verdicts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Loaded } from '../benchmark.ts';
import { diskFiles } from '../node.ts';
import { sharedBenchmark } from '../testing/shared-data.ts';
import { apiBank, type ApiBankExactItem } from './exact.ts';
import { apiBankOfficial, type ApiBankItem } from './official.ts';

const folder = sharedBenchmark('apibank');

interface Fixture {
  file: string;
  sample_id: number;
  raw: string;
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
});
