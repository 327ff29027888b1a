/** @file Queries by scanning a pool: which entries match, and in which order. */
import type { PoolEntry, PoolField, PoolQuery, Positioned } from './pool-contract.ts';

/** True if a task text contains the wanted text, in upper or lower case. */
export const containsText = (entry: Pick<PoolEntry, 'text'>, wanted: string): boolean =>
  entry.text.toLowerCase().includes(wanted.toLowerCase());

export function matchesQuery(entry: PoolEntry, { ranges = {}, family, source, text }: PoolQuery): boolean {
  const within = (field: keyof typeof ranges): boolean => {
    const [from, to] = ranges[field] ?? [-Infinity, Infinity];
    return entry[field] >= from && entry[field] <= to;
  };
  return (
    (family === undefined || entry.family === family) &&
    (source === undefined || entry.source === source) &&
    within('epoch') &&
    within('level') &&
    within('success') &&
    (text === undefined || containsText(entry, text))
  );
}

/** The data of a matching entry that sorting needs. */
export interface SortKey {
  position: number;
  value: number | string;
}

export const sortKey = (entry: Positioned<PoolEntry>, by: PoolField = 'epoch'): SortKey => ({
  position: entry.position,
  value: entry[by],
});

/** Positions in the order asked for; numbers by size, texts by their UTF-16 code units. */
export function sortedPositions(keys: readonly SortKey[], order: PoolQuery['order']): Uint32Array<ArrayBuffer> {
  const sorted = keys.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.position - b.position));
  if (order?.descending) sorted.reverse();
  return Uint32Array.from(sorted, ({ position }) => position);
}
