/** @file One pool, read from an event log an epoch at a time, so that memory does not grow with the log. */
import type { PoolEntry, PoolName, PoolQuery, Positioned, StoredPool } from '../pool-contract.ts';
import { matchesQuery, type SortKey, sortedPositions, sortKey } from '../pool-query.ts';

/** An epoch of the log as the store knows it without reading it; `first` is a position in the pool. */
export interface LoggedEpoch extends Record<PoolName, { first: number; count: number }> {
  epoch: number;
}

export class LogPool<Entry extends PoolEntry> implements StoredPool<Entry> {
  /** @param readEntries reads the entries that the epoch at an index of `epochs` adds */
  constructor(
    private readonly name: PoolName,
    private readonly epochs: () => readonly LoggedEpoch[],
    private readonly readEntries: (index: number) => Promise<Entry[]>,
  ) {}

  async size(): Promise<number> {
    const last = this.epochs().at(-1)?.[this.name];
    return last ? last.first + last.count : 0;
  }

  async find(query: PoolQuery = {}): Promise<Uint32Array<ArrayBuffer>> {
    const [from, to] = query.ranges?.epoch ?? [-Infinity, Infinity];
    const found: SortKey[] = [];
    for (const [index, { epoch, [this.name]: own }] of this.epochs().entries()) {
      if (epoch < from || epoch > to || own.count === 0) continue;
      for (const entry of await this.entriesOf(index))
        if (matchesQuery(entry, query)) found.push(sortKey(entry, query.order?.by));
    }
    return sortedPositions(found, query.order);
  }

  async read(positions: ArrayLike<number>): Promise<Positioned<Entry>[]> {
    const epochs = this.epochs();
    const entries: Positioned<Entry>[] = [];
    /** The epoch that was read last. Neighbouring positions usually belong to the same epoch. */
    let held: { index: number; entries: Positioned<Entry>[] } | undefined;
    for (const position of Array.from(positions)) {
      const there = ({ [this.name]: own }: LoggedEpoch) => own.first <= position && position < own.first + own.count;
      const index = held && there(epochs[held.index]) ? held.index : epochs.findIndex(there);
      if (index < 0) continue;
      if (held?.index !== index) held = { index, entries: await this.entriesOf(index) };
      const entry = held.entries[position - epochs[index][this.name].first];
      if (entry) entries.push(entry);
    }
    return entries;
  }

  private async entriesOf(index: number): Promise<Positioned<Entry>[]> {
    const { first } = this.epochs()[index][this.name];
    return (await this.readEntries(index)).map((entry, i) => ({ ...entry, position: first + i }));
  }
}
