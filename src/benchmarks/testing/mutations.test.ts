/** @file Mutated predictions: the official tools' recorded verdicts are reproduced; where there are none, invariants hold. */
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../common/group-by.ts';
import { alfworld } from '../alfworld/alfworld.ts';
import { apiBank } from '../apibank/exact.ts';
import { apiBankOfficial } from '../apibank/official.ts';
import { bamboogle } from '../bamboogle/bamboogle.ts';
import type { Benchmark, BenchmarkItem } from '../benchmark.ts';
import { nodePython } from '../node-python.ts';
import { bfclBenchmark } from '../bfcl/benchmark.ts';
import { diskFiles } from '../node-files.ts';
import { travelplanner } from '../travelplanner/travelplanner.ts';
import {
  alfworldMutations,
  apiBankMutations,
  bamboogleMutations,
  bfclMutations,
  exactMutations,
  MUTATION_COUNT,
  travelMutations,
  type Mutation,
} from './mutations.ts';
import { OFFICIAL_VERDICTS } from './official-verdicts.ts';
import { sharedBenchmark } from './shared-data.ts';

/** Every mutation with our verdict. */
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

/** Share of right ones by kind: 1 means all of them, 0 none. */
function shares(rows: readonly Row[]): Record<string, number> {
  const byKind = groupBy(rows, ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, some]) => [kind, some.filter(({ correct }) => correct === true).length / some.length]),
  );
}

/** The mutations of BFCL that call a function by its name, which the official decoder runs and ours does not. */
const CALLING: ReadonlySet<string> = new Set(['round', 'float in arithmetic', 'sum', 'maximum and power']);

const folders = {
  bfcl: sharedBenchmark('bfcl'),
  apibank: sharedBenchmark('apibank'),
  bamboogle: sharedBenchmark('bamboogle'),
  travelplanner: sharedBenchmark('travelplanner'),
  alfworld: sharedBenchmark('alfworld'),
};

describe('mutated predictions get the official verdicts', () => {
  it.skipIf(folders.bfcl === null)('of BFCL', async () => {
    const rows = await scored(bfclBenchmark(nodePython), folders.bfcl!, bfclMutations);
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

describe('mutated predictions without recorded verdicts keep the invariants', () => {
  it.skipIf(folders.travelplanner === null)('of TravelPlanner', async () => {
    const found = shares(await scored(travelplanner, folders.travelplanner!, travelMutations));
    expect(found).toMatchObject({
      gold: 1,
      'a day more': 1,
      'a day less': 0,
      'field left out': 0,
      'field that is no text': 0,
      'days reversed': 0,
    });
    expect(found['false meal']).toBeGreaterThan(0);
  });

  it.skipIf(folders.alfworld === null)('of ALFWorld', async () => {
    const found = shares(await scored(alfworld, folders.alfworld!, alfworldMutations));
    expect(found).toEqual({
      gold: 1,
      'looks around': 1,
      'each twice': 1,
      'blank lines': 1,
      'last left out': 0,
      'wrong name': 0,
      'too late': 0,
      nothing: 0,
    });
  });
});
