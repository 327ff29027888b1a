/**
 * @file The state of the Pools page: which pool of which run, the filters, and the entries that are in view. The page
 * holds the positions of all matching entries, 4 bytes each, and reads entries in windows as they are scrolled to.
 */
import type { PoolChoice, PoolItem, PoolsService } from '../../../../workers/coordinator/contract.ts';
import type { PoolField, PoolName, PoolQuery } from '../../../store/pool-contract.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';

/** Entries read at once. */
const WINDOW = 50;
/** Entries held at once: some screens around the one in view. */
const HELD = 1000;
/** Windows that are read at once, and that wait: fast scrolling passes more than anybody sees, so the oldest is dropped. */
const READERS = 2;
const WAITING = 4;

/** The values of the controls: an empty text and null restrict nothing. */
export interface PoolFilters {
  text: string;
  family: string;
  source: string;
  epoch: [from: number | null, to: number | null];
  level: [from: number | null, to: number | null];
  success: [from: number | null, to: number | null];
}

export const noFilters = (): PoolFilters => ({
  text: '',
  family: '',
  source: '',
  epoch: [null, null],
  level: [null, null],
  success: [null, null],
});

const RANGES = ['epoch', 'level', 'success'] as const;

/** The filters as a query, without an order. */
export function filterQuery(filters: PoolFilters): PoolQuery {
  const query: PoolQuery = {};
  for (const name of RANGES) {
    const [from, to] = filters[name];
    if (from !== null || to !== null)
      query.ranges = { ...query.ranges, [name]: [from ?? -Number.MAX_VALUE, to ?? Number.MAX_VALUE] };
  }
  const text = filters.text.trim();
  if (text) query.text = text;
  if (filters.family) query.family = filters.family;
  if (filters.source) query.source = filters.source;
  return query;
}

export class PoolsPage {
  pool = $state<PoolName>('train');
  filters = $state<PoolFilters>(noFilters());
  order = $state.raw<NonNullable<PoolQuery['order']>>({ by: 'epoch', descending: true });

  /** Entries of the pool, and those of them that match; null until they are known. */
  size = $state<number | null>(null);
  matching = $state<number | null>(null);
  reading = $state(false);
  problem = $state.raw<Problem>();
  /** The entry that is shown as a whole. */
  selected = $state.raw<PoolItem>();

  readonly filtered: boolean = $derived.by(() => Object.keys(filterQuery(this.filters)).length > 0);
  readonly query: PoolQuery = $derived.by(() => ({ ...filterQuery(this.filters), order: this.order }));

  private positions = new Uint32Array();
  private choice: PoolChoice | undefined;
  /** By position. Entries never change, so they stay valid under any query of the same pool. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- `arrived` says when rows are drawn again
  private readonly held = new Map<number, PoolItem>();
  /** Windows that are being read or wait for it, or that could not be read; by the index of their first row. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never drawn
  private readonly asked = new Set<number>();
  private waiting: number[] = [];
  private readers = 0;
  /** Increased when entries arrive, so that rows are drawn again. */
  private arrived = $state(0);
  /** Only the newest query's answer counts. */
  private turn = 0;

  constructor(private readonly pools: PoolsService) {}

  /** Finds the matching entries of a run's pool as it is now; while it reads, what was found before stays. */
  async find(runId: string, pool: PoolName, query: PoolQuery): Promise<void> {
    const turn = ++this.turn;
    const choice = { runId, pool };
    if (this.choice?.runId !== runId || this.choice.pool !== pool) this.leave(choice);
    this.reading = true;
    try {
      const [size, positions] = await Promise.all([this.pools.size(choice), this.pools.find(choice, query)]);
      if (turn !== this.turn) return;
      this.problem = undefined;
      this.positions = positions;
      this.size = size;
      this.matching = positions.length;
      this.asked.clear();
      this.waiting = [];
      this.arrived += 1;
    } catch (error) {
      if (turn === this.turn) this.problem = problemOf(error);
    } finally {
      if (turn === this.turn) this.reading = false;
    }
  }

  /** The entry at an index of the list; undefined while it is being read. */
  entry(index: number): PoolItem | undefined {
    void this.arrived;
    const entry = this.held.get(this.positions[index]);
    if (!entry) this.ask(index - (index % WINDOW));
    return entry;
  }

  /** Sorts by a field; by the same field again, the other way round. */
  sortBy(field: PoolField): void {
    const { by, descending } = this.order;
    this.order = { by: field, descending: by === field ? !descending : false };
  }

  clearFilters = (): void => {
    this.filters = noFilters();
  };

  /** JSON lines of the pool, or of the entries that match; undefined where it fails, which is shown. */
  async exported(what: 'all' | 'matching'): Promise<Blob | undefined> {
    if (!this.choice) return undefined;
    try {
      return await this.pools.export(this.choice, what === 'all' ? {} : $state.snapshot(this.query));
    } catch (error) {
      this.problem = problemOf(error);
      return undefined;
    }
  }

  closeProblem = (): void => {
    this.problem = undefined;
  };

  private leave(choice: PoolChoice): void {
    this.choice = choice;
    this.positions = new Uint32Array();
    this.held.clear();
    this.asked.clear();
    this.waiting = [];
    this.size = null;
    this.matching = null;
    this.selected = undefined;
  }

  private ask(start: number): void {
    if (!this.choice || this.asked.has(start)) return;
    this.asked.add(start);
    this.waiting.push(start);
    if (this.waiting.length > WAITING) this.asked.delete(this.waiting.shift()!);
    void this.readWaiting();
  }

  /** Reads the windows that wait, the newest first. */
  private async readWaiting(): Promise<void> {
    if (this.readers === READERS) return;
    this.readers += 1;
    for (let start = this.waiting.pop(); start !== undefined; start = this.waiting.pop())
      if (this.choice) await this.readWindow(this.choice, this.positions.slice(start, start + WINDOW), start);
    this.readers -= 1;
  }

  private async readWindow(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>, start: number): Promise<void> {
    try {
      const entries = await this.pools.entries(choice, positions);
      if (choice !== this.choice) return;
      for (const entry of entries) {
        // Last in the map is newest.
        this.held.delete(entry.position);
        this.held.set(entry.position, entry);
      }
      for (const position of this.held.keys()) {
        if (this.held.size <= HELD) break;
        this.held.delete(position);
      }
      this.asked.delete(start);
      this.arrived += 1;
    } catch (error) {
      // Stays asked for, so that a failure is not met at every drawing; the next query asks again.
      if (choice === this.choice) this.problem = problemOf(error);
    }
  }
}
