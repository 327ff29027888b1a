/**
 * @file Declares the stored entries of D_train and D_env and how a pool is read. The page implements the interface with
 * IndexedDB, a headless run with the event log.
 *
 * Every entry follows from the events of its epoch (`EventFormat.poolEntries`).
 */

/** Fields that entries of both pools have, to browse them without reading the log. */
export interface PoolEntry {
  epoch: number;
  family: string;
  /** Source of the task, as named in the events. */
  source: string;
  /** Difficulty of the task from 1; 0 if unknown. */
  level: number;
  /** From 0 to 1. In D_train the share of the epoch's attempts that succeeded, in D_env the filter's p̂. */
  success: number;
  text: string;
}

/** Valid trace of the agent: its answer, and what GRPO needs to learn from it later. */
export interface Trace {
  turns: string[];
  /** Token ids of the answer and of the simulator's texts between turns; empty if unknown. */
  ids: number[];
  /** 1 for tokens that the agent wrote; same length as `ids`. */
  mask: (0 | 1)[];
  /** Natural-log probabilities of the tokens as sampled; same length as `ids`. */
  logprobs: number[];
  reward: number;
  /** Normalised within all rollouts of the task in its epoch, valid or not. */
  advantage: number;
}

/** Entry of D_train: a task attempted in an epoch, with at least one valid trace. */
export interface TrainPoolEntry extends PoolEntry {
  /**
   * Turns of the answer key: the key that the environment wrote, or else one right answer of the oracle. Empty if the
   * family is unknown.
   */
  key: string[];
  traces: Trace[];
}

/** Entry of D_env: a (context → task) pair that the environment wrote or learned as an example. */
export interface EnvironmentPoolEntry extends PoolEntry {
  context: string;
  /** Token ids of the context; `writtenIds` are those of the text after it. */
  contextIds: number[];
  writtenIds: number[];
  /** Regression weight exp(λ·R_env) before normalisation. */
  weight: number;
}

/** Entry with its position in its pool, from 0 in the order in which entries were added. */
export type Positioned<Entry> = Entry & { position: number };

export type PoolName = 'train' | 'environment';

/** New entries of both pools, in the order in which they are added. */
export interface PoolAdditions {
  train: TrainPoolEntry[];
  environment: EnvironmentPoolEntry[];
}

/** Indexed fields, by which a pool can be filtered and sorted. */
export const POOL_FIELDS = ['epoch', 'family', 'source', 'level', 'success'] as const;
export type PoolField = (typeof POOL_FIELDS)[number];

/** Filter and order of entries. Missing fields do not filter. Ranges include both ends. */
export interface PoolQuery {
  ranges?: Partial<Record<'epoch' | 'level' | 'success', readonly [from: number, to: number]>>;
  family?: string;
  source?: string;
  /** Part of the task text, ignoring case. */
  text?: string;
  /** Default: the order in which entries were added. Equal entries keep that order, reversed if `descending`. */
  order?: { by: PoolField; descending: boolean };
}

/** Pool of a stored run, with the entries of finished epochs. */
export interface StoredPool<Entry> {
  size(): Promise<number>;
  /** Returns the positions of matching entries, in the order of the query, as 4 bytes each to save memory. */
  find(query?: PoolQuery): Promise<Uint32Array<ArrayBuffer>>;
  /** Returns the entries in the order of the given positions. Positions without an entry are left out. */
  read(positions: ArrayLike<number>): Promise<Positioned<Entry>[]>;
}

export interface StoredPools {
  train: StoredPool<TrainPoolEntry>;
  environment: StoredPool<EnvironmentPoolEntry>;
}

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

/** Data that sorting needs of an entry. */
export interface SortKey {
  position: number;
  value: number | string;
}

export const sortKey = (entry: Positioned<PoolEntry>, by: PoolField = 'epoch'): SortKey => ({
  position: entry.position,
  value: entry[by],
});

/** Returns the positions of the keys in the given order. Numbers are sorted by size, texts by UTF-16 code units. */
export function sortedPositions(keys: readonly SortKey[], order: PoolQuery['order']): Uint32Array<ArrayBuffer> {
  const sorted = keys.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.position - b.position));
  if (order?.descending) sorted.reverse();
  return Uint32Array.from(sorted, ({ position }) => position);
}

/** Most entries in memory at once. */
const WINDOW = 256;

/** Yields the entries at these positions as JSON lines, several lines at a time. */
export async function* poolLines(pool: StoredPool<object>, positions: Uint32Array): AsyncGenerator<string, void, void> {
  for (let start = 0; start < positions.length; start += WINDOW) {
    const entries = await pool.read(positions.subarray(start, start + WINDOW));
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}
