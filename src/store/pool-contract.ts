/**
 * @file D_train and D_env as they are stored: what an entry holds, and how a pool is read. There is one interface, which
 * IndexedDB implements in the page and the event log in files.
 *
 * The event log stays the record: every entry follows from the events of its epoch (`EventFormat.poolEntries`).
 */

/** An entry of either pool: enough to browse it without reading the log. */
export interface PoolEntry {
  epoch: number;
  family: string;
  /** The source of the task, as the events name it. */
  source: string;
  /** Difficulty of the task by its parser, 1…; 0 if the log does not say. */
  level: number;
  /** 0…1. D_train: the share of this epoch's attempts that succeeded. D_env: p̂ as the filter judged it. */
  success: number;
  text: string;
}

/** A valid trace of the agent: what it answered, and what GRPO needs to learn from it later. */
export interface Trace {
  turns: string[];
  /** Token ids of the answer, with what a simulator said between turns; empty where an engine does not tell them. */
  ids: number[];
  /** 1 where the agent wrote the token; same length as `ids`. */
  mask: (0 | 1)[];
  /** Natural-log probabilities of the tokens as sampled; same length as `ids`. */
  logprobs: number[];
  reward: number;
  /** Within the group of all rollouts of the task in its epoch, valid or not. */
  advantage: number;
}

/** An entry of D_train: a task that was attempted in an epoch, with its valid traces, at least one. */
export interface TrainPoolEntry extends PoolEntry {
  /**
   * The turns that the rewards are by: those of the key that the environment wrote, or of one right answer of the oracle;
   * empty where the task's family is not of this program.
   */
  key: string[];
  traces: Trace[];
}

/** An entry of D_env: a (context → task) pair that the environment wrote. */
export interface EnvironmentPoolEntry extends PoolEntry {
  context: string;
  /** Token ids of the context and of what the environment wrote after it. */
  contextIds: number[];
  writtenIds: number[];
  /** Regression weight exp(λ·R_env) before normalisation. */
  weight: number;
}

/** An entry with its position in its pool: 0, 1, … in the order in which entries were added. */
export type Positioned<Entry> = Entry & { position: number };

export type PoolName = 'train' | 'environment';

/** New entries of both pools, in the order in which they are added. */
export interface PoolAdditions {
  train: TrainPoolEntry[];
  environment: EnvironmentPoolEntry[];
}

/** The fields by which a pool is indexed: it can be filtered and sorted by each. */
export const POOL_FIELDS = ['epoch', 'family', 'source', 'level', 'success'] as const;
export type PoolField = (typeof POOL_FIELDS)[number];

/** The wanted entries and their order. An absent field does not restrict the result; a range includes both ends. */
export interface PoolQuery {
  ranges?: Partial<Record<'epoch' | 'level' | 'success', readonly [from: number, to: number]>>;
  family?: string;
  source?: string;
  /** Part of the task text; upper and lower case are the same. */
  text?: string;
  /** By default in the order in which entries were added. Equal entries keep that order, or its reverse. */
  order?: { by: PoolField; descending: boolean };
}

/** One pool of a stored run: its entries of finished epochs. */
export interface StoredPool<Entry> {
  size(): Promise<number>;
  /** Positions of the entries that match, in the order asked for: 4 bytes an entry, so that a list can hold them all. */
  find(query?: PoolQuery): Promise<Uint32Array<ArrayBuffer>>;
  /** The entries at these positions, in this order; a position where there is none is left out. */
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

/** The most entries in memory at once. */
const WINDOW = 256;

/** The entries at these positions, in this order, as pieces of text of several lines each. */
export async function* poolLines(pool: StoredPool<object>, positions: Uint32Array): AsyncGenerator<string, void, void> {
  for (let start = 0; start < positions.length; start += WINDOW) {
    const entries = await pool.read(positions.subarray(start, start + WINDOW));
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  }
}
