/**
 * @file Holds the state of the Pools page: run, pool, filters, order and page. Positions of all matching entries are in memory,
 * 4 bytes each, and the entries of one page.
 */
import type { PoolChoice, PoolItem, PoolsService } from '../../../../workers/run/coordinator.ts';
import type { PoolField, PoolName, PoolQuery } from '../../../store/pool-contract.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';

/** One page of the table shows this many entries. */
export const PAGE_SIZE = 25;

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
  /** Holds the entries of the current page. Pages count from 0. */
  entries = $state.raw<readonly PoolItem[]>([]);
  page = $state(0);
  /** The entry that is shown as a whole. */
  selected = $state.raw<PoolItem>();

  readonly filtered: boolean = $derived.by(() => Object.keys(filterQuery(this.filters)).length > 0);
  readonly query: PoolQuery = $derived.by(() => ({ ...filterQuery(this.filters), order: this.order }));

  readonly pages: number = $derived(Math.max(1, Math.ceil((this.matching ?? 0) / PAGE_SIZE)));

  private positions = new Uint32Array();
  private choice: PoolChoice | undefined;
  /** `positions` answers this query. */
  private asked = '';
  /** Drops the answers of all queries but the newest. */
  private turn = 0;

  constructor(private readonly pools: PoolsService) {}

  /** Finds the matching entries of a run's pool as it is now; while it reads, what was found before stays. */
  async find(runId: string, pool: PoolName, query: PoolQuery): Promise<void> {
    const choice = { runId, pool };
    if (this.choice?.runId !== runId || this.choice.pool !== pool) this.leave(choice);
    await this.read(async () => {
      const [size, positions] = await Promise.all([this.pools.size(choice), this.pools.find(choice, query)]);
      const asked = JSON.stringify([choice, query]);
      // Asking again after another epoch keeps the page.
      const page =
        asked === this.asked ? Math.min(this.page, Math.floor(Math.max(0, positions.length - 1) / PAGE_SIZE)) : 0;
      const entries = await this.entriesOf(choice, positions, page);
      return () => {
        [this.asked, this.positions, this.size, this.matching] = [asked, positions, size, positions.length];
        [this.page, this.entries] = [page, entries];
      };
    });
  }

  /** Shows another page of the matching entries. */
  async turnTo(page: number): Promise<void> {
    const { choice, positions } = this;
    if (!choice || page < 0 || page >= this.pages) return;
    await this.read(async () => {
      const entries = await this.entriesOf(choice, positions, page);
      return () => ([this.page, this.entries] = [page, entries]);
    });
  }

  /** Sorts by a field; by the same field again, the other way round. */
  sortBy(field: PoolField): void {
    const { by, descending } = this.order;
    this.order = { by: field, descending: by === field ? !descending : false };
  }

  clearFilters = (): void => {
    this.filters = noFilters();
  };

  /** Returns the pool as JSON lines, or the entries that match; undefined after a failure, which is shown. */
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
    this.entries = [];
    this.size = null;
    this.matching = null;
    this.selected = undefined;
  }

  private entriesOf(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>, page: number): Promise<PoolItem[]> {
    return this.pools.entries(choice, positions.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE));
  }

  /** @param ask returns what to do with the answer if no newer query was asked meanwhile */
  private async read(ask: () => Promise<() => void>): Promise<void> {
    const turn = ++this.turn;
    this.reading = true;
    try {
      const take = await ask();
      if (turn !== this.turn) return;
      this.problem = undefined;
      take();
    } catch (error) {
      if (turn === this.turn) this.problem = problemOf(error);
    } finally {
      if (turn === this.turn) this.reading = false;
    }
  }
}
