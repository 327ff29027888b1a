/** @file Holds the state of the Pools page. Keeps all matching positions (4 bytes each), but only one page of entries. */
import type { PoolChoice, PoolItem, PoolsService } from '../../../../workers/run/coordinator.ts';
import type { PoolField, PoolName, PoolQuery } from '../../../store/pool-contract.ts';
import { Drawing } from '../../shared/figure/drawing.svelte.ts';
import { problemOf } from '../../shared/problems.svelte.ts';

/** Number of entries on one page of the table. */
export const PAGE_SIZE = 25;

const RANGES = ['level', 'epoch', 'success'] as const;

type Range = [from: number | null, to: number | null];

/** Values of the controls. An empty text and null restrict nothing. */
interface PoolFilters extends Record<(typeof RANGES)[number], Range> {
  text: string;
  family: string;
  source: string;
}

export const noFilters = (): PoolFilters => ({
  text: '',
  family: '',
  source: '',
  epoch: [null, null],
  level: [null, null],
  success: [null, null],
});

/** Returns the filters as a query without an order. */
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

interface Found {
  choice: PoolChoice;
  query: string;
  /** Number of entries in the pool. */
  size: number;
  /** Positions of the entries that match. */
  positions: Uint32Array<ArrayBuffer>;
  /** Current page, from 0, and its entries. */
  page: number;
  entries: readonly PoolItem[];
}

const pagesOf = ({ length }: Uint32Array): number => Math.max(1, Math.ceil(length / PAGE_SIZE));

export class PoolsPage {
  pool = $state<PoolName>('train');
  filters = $state(noFilters());
  order = $state.raw<NonNullable<PoolQuery['order']>>({ by: 'epoch', descending: true });
  /** Entry that is shown in full. */
  selected = $state.raw<PoolItem>();
  /** Result of the last query, which stays until the next query has a result. */
  readonly found = new Drawing<Found>();

  readonly filtered: boolean = $derived.by(() => Object.keys(filterQuery(this.filters)).length > 0);
  readonly query: PoolQuery = $derived.by(() => ({ ...filterQuery(this.filters), order: this.order }));
  readonly pages: number = $derived(this.found.value ? pagesOf(this.found.value.positions) : 1);

  constructor(private readonly pools: PoolsService) {}

  /** Finds the matching entries of a run's pool. The same query after another epoch keeps the page. */
  find(runId: string, pool: PoolName, query: PoolQuery): Promise<void> {
    const choice = { runId, pool };
    const before = this.found.value;
    if (before?.choice.runId !== runId || before.choice.pool !== pool) this.found.value = this.selected = undefined;
    return this.found.draw(async () => {
      const [size, positions] = await Promise.all([this.pools.size(choice), this.pools.find(choice, query)]);
      const asked = JSON.stringify(query);
      const { value } = this.found;
      const page = asked === value?.query ? Math.min(value.page, pagesOf(positions) - 1) : 0;
      return this.withEntries({ choice, query: asked, size, positions, page });
    });
  }

  async turnTo(page: number): Promise<void> {
    const { value } = this.found;
    if (value && page >= 0 && page < this.pages) await this.found.draw(() => this.withEntries({ ...value, page }));
  }

  /** Sorts by a field. The same field again reverses the order. */
  sortBy(field: PoolField): void {
    const { by, descending } = this.order;
    this.order = { by: field, descending: by === field && !descending };
  }

  clearFilters = (): void => {
    this.filters = noFilters();
  };

  /** Returns all or the matching entries as JSON lines. If that fails, shows the problem and returns undefined. */
  async exported(what: 'all' | 'matching'): Promise<Blob | undefined> {
    const { value } = this.found;
    try {
      return value && (await this.pools.export(value.choice, what === 'all' ? {} : $state.snapshot(this.query)));
    } catch (error) {
      this.found.problem = problemOf(error);
      return undefined;
    }
  }

  private async withEntries(found: Omit<Found, 'entries'>): Promise<Found> {
    const positions = found.positions.slice(found.page * PAGE_SIZE, (found.page + 1) * PAGE_SIZE);
    return { ...found, entries: await this.pools.entries(found.choice, positions) };
  }
}
