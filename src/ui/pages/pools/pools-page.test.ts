import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PoolEntry } from '../../../store/pool-contract.ts';
import type { PoolsService } from '../../../../workers/run/coordinator.ts';
import { filterQuery, noFilters, PAGE_SIZE, PoolsPage } from './pools-page.svelte.ts';

const SIZE = 100_000;

/** Returns a service that generates the requested entries without a store. */
const manyEntries = (): PoolsService & { read: number[] } => {
  const read: number[] = [];
  const entry = (position: number): PoolEntry & { position: number } => ({
    position,
    epoch: 1 + Math.floor(position / 20),
    family: 'household',
    source: 'environment',
    level: 1 + (position % 4),
    success: (position % 5) / 4,
    text: `task ${position}`,
  });
  return {
    read,
    size: async () => SIZE,
    find: async (_choice, { order }) => {
      const all = Uint32Array.from({ length: SIZE }, (_, i) => i);
      return order?.descending ? all.reverse() : all;
    },
    entries: async (_choice, positions) => {
      read.push(positions.length);
      return Array.from(positions, (position) => ({ ...entry(position), key: [], traces: [] }));
    },
    export: async (_choice, query) => new Blob([JSON.stringify(query)]),
  };
};

beforeAll(loadErrorSentences);

it('turns filters into a query that restricts only the fields that are set', () => {
  expect(filterQuery(noFilters())).toEqual({});
  const filters = { ...noFilters(), text: ' mug ', source: 'base', level: [2, null] as [number, null] };
  expect(filterQuery(filters)).toEqual({ text: 'mug', source: 'base', ranges: { level: [2, Number.MAX_VALUE] } });
});

describe('a list of 100,000 entries', () => {
  let reader: ReturnType<typeof manyEntries>;
  let page: PoolsPage;
  const found = () => page.found.value!;

  beforeEach(async () => {
    reader = manyEntries();
    page = new PoolsPage(reader);
    await page.find('run', 'train', page.query);
  });

  it('reads only the entries of the page shown', async () => {
    expect([found().size, found().positions.length, page.pages]).toEqual([SIZE, SIZE, SIZE / PAGE_SIZE]);
    // The order is by epoch, the newest first.
    expect(found().entries[3]).toMatchObject({ position: SIZE - 4, epoch: SIZE / 20 });
    await page.turnTo(page.pages - 1);
    expect(found().entries.map(({ position }) => position)).toEqual(
      Array.from({ length: PAGE_SIZE }, (_, i) => PAGE_SIZE - 1 - i),
    );
    expect(reader.read).toEqual([PAGE_SIZE, PAGE_SIZE]);
    await page.turnTo(page.pages);
    expect(found().page).toBe(page.pages - 1);
  });

  it('stays on its page after another epoch, and returns to the first page after another query', async () => {
    await page.turnTo(7);
    await page.find('run', 'train', page.query);
    expect(found().page).toBe(7);
    page.sortBy('level');
    await page.find('run', 'train', page.query);
    expect([found().page, found().entries[0].position]).toEqual([0, 0]);
  });

  it('names a failure, and recovers at the next query', async () => {
    const poolEntries = vi.spyOn(reader, 'entries').mockRejectedValue(new Error('The database was closed.'));
    await page.turnTo(1);
    expect(page.found.problem?.cause).toBe('The database was closed.');
    expect(found().page).toBe(0);
    poolEntries.mockRestore();
    await page.find('run', 'train', page.query);
    expect(page.found.problem).toBeUndefined();
  });
});
