/** @file Checks our verdicts on mutated predictions against the official tools' verdicts. */
import { describe, expect, it } from 'vitest';
import { apiBank } from '../apibank/exact.ts';
import { apiBankOfficial } from '../apibank/official.ts';
import { bamboogle } from '../bamboogle/bamboogle.ts';
import type { Benchmark, BenchmarkItem } from '../benchmark.ts';
import { diskFiles } from '../node.ts';
import { bfcl } from '../bfcl/benchmark.ts';
import {
  apiBankMutations,
  bamboogleMutations,
  bfclMutations,
  exactMutations,
  MUTATION_COUNT,
  type Mutation,
} from './mutations.ts';
import { OFFICIAL_VERDICTS } from './official-verdicts.ts';
import { sharedBenchmark } from './shared-data.ts';

async function scored<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  folder: string,
  mutationsOf: (items: readonly Item[]) => Mutation<Item>[],
) {
  const { items } = await benchmark.load(diskFiles(folder));
  const rows = [];
  for (const { item, kind, output } of mutationsOf(items)) {
    const { correct, reason } = await benchmark.score(item, output);
    rows.push({ id: item.id, kind, output, correct, reason: reason.code });
  }
  expect(rows).toHaveLength(MUTATION_COUNT);
  return rows;
}

type Row = Awaited<ReturnType<typeof scored>>[number];

const differing = (rows: readonly Row[], verdicts: string) =>
  rows.filter(({ correct }, index) => verdicts[index] !== 'x' && correct !== (verdicts[index] === '1'));

/** Names of BFCL mutations that call a Python function. The official decoder runs this call, but ours does not. */
const CALLING: ReadonlySet<string> = new Set(['round', 'float in arithmetic', 'sum', 'maximum and power']);

const folders = {
  bfcl: sharedBenchmark('bfcl'),
  apibank: sharedBenchmark('apibank'),
  bamboogle: sharedBenchmark('bamboogle'),
};

describe('mutated predictions get the official verdicts', () => {
  it.skipIf(folders.bfcl === null)('of BFCL', async () => {
    const rows = await scored(bfcl, folders.bfcl!, bfclMutations);
    const calling = rows.filter(({ kind }) => CALLING.has(kind));
    expect(differing(rows, OFFICIAL_VERDICTS.bfcl).filter((row) => !calling.includes(row))).toEqual([]);
    expect(calling.length).toBeGreaterThan(0);
    expect(calling.filter(({ correct, reason }) => correct !== false || reason !== 'not-evaluated')).toEqual([]);
  });

  it.skipIf(folders.apibank === null)('of API-Bank', async () => {
    const rows = await scored(apiBankOfficial, folders.apibank!, apiBankMutations);
    expect(differing(rows, OFFICIAL_VERDICTS['apibank-official'])).toEqual([]);
  });

  it.skipIf(folders.apibank === null)('of ToolRL for API-Bank', async () => {
    const rows = await scored(apiBank, folders.apibank!, exactMutations);
    expect(differing(rows, OFFICIAL_VERDICTS.apibank)).toEqual([]);
  });

  it.skipIf(folders.bamboogle === null)('of Search-R1 for Bamboogle', async () => {
    const rows = await scored(bamboogle, folders.bamboogle!, bamboogleMutations);
    expect(differing(rows, OFFICIAL_VERDICTS.bamboogle)).toEqual([]);
  });
});
