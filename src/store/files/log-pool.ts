/** @file One pool, read from an event log an epoch at a time, so that memory does not grow with the log. */
import type { PoolEntry, PoolQuery, Positioned, StoredPool } from '../pool-contract.ts';
import { matchesQuery, type SortKey, sortedPositions, sortKey } from '../pool-query.ts';

export class LogPool<Entry extends PoolEntry> implements StoredPool<Entry> {
  /**
   * @param epochs the epochs of the log
   * @param readEntries reads the entries that an epoch adds
   * @param counts the number of entries of each epoch that was read so far; kept by the owner of the log
   */
  constructor(
    private readonly epochs: () => readonly { epoch: number }[],
    private readonly readEntries: (index: number) => Promise<Entry[]>,
    private readonly counts: number[],
  ) {}

  async size(): Promise<number> {
    return this.firstOf(this.epochs().length);
  }

  async find(query: PoolQuery = {}): Promise<Uint32Array<ArrayBuffer>> {
    const [from, to] = query.ranges?.epoch ?? [-Infinity, Infinity];
    const found: SortKey[] = [];
    for (const [index, { epoch }] of this.epochs().entries()) {
      if (epoch < from || epoch > to || this.counts[index] === 0) continue;
      for (const entry of await this.entriesOf(index))
        if (matchesQuery(entry, query)) found.push(sortKey(entry, query.order?.by));
    }
    return sortedPositions(found, query.order);
  }

  async read(positions: ArrayLike<number>): Promise<Positioned<Entry>[]> {
    const size = await this.size();
    const entries: Positioned<Entry>[] = [];
    /** The epoch that was read last. Neighbouring positions usually belong to the same epoch. */
    let held: { first: number; entries: Positioned<Entry>[] } | undefined;
    for (const position of Array.from(positions)) {
      if (position >= size) continue;
      if (!held || position < held.first || position >= held.first + held.entries.length) {
        let [index, first] = [0, 0];
        while (first + this.counts[index] <= position) first += this.counts[index++];
        held = { first, entries: await this.entriesOf(index) };
      }
      entries.push(held.entries[position - held.first]);
    }
    return entries;
  }

  private async entriesOf(index: number): Promise<Positioned<Entry>[]> {
    const first = await this.firstOf(index);
    const entries = await this.readEntries(index);
    this.counts[index] = entries.length;
    return entries.map((entry, i) => ({ ...entry, position: first + i }));
  }

  /** Returns the position of an epoch's first entry. */
  private async firstOf(index: number): Promise<number> {
    let first = 0;
    for (let i = 0; i < index; i++) first += this.counts[i] ??= (await this.readEntries(i)).length;
    return first;
  }
}
