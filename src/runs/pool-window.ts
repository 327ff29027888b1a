/**
 * @file The pools of a run's loop, read from the store where the run goes on. D_train stays there; of D_env the loop holds
 * the regression window alone. So what a session holds of both does not grow with the number of epochs.
 */
import { addToPools, emptyPools, type Pools } from '../genenv/pools.ts';
import type { EnvironmentEntry, RunEvent } from '../genenv/log/events.ts';
import type { EnvironmentPoolEntry, StoredPool } from '../store/pool-contract.ts';
import type { RunStore } from '../store/run-store.ts';

export const FIRST_EPOCH = 1;

const pairOf = ({ epoch, family, context, contextIds, writtenIds, success, weight }: EnvironmentPoolEntry) =>
  ({ epoch, family, context, contextIds, writtenIds, successRate: success, weight }) satisfies EnvironmentEntry;

export class PoolWindow {
  private constructor(
    /** The pools that the loop reads and adds to. */
    readonly pools: Pools,
    private readonly stored: StoredPool<EnvironmentPoolEntry>,
    /** All pairs of this epoch and of those after it are held. */
    private from: number,
  ) {}

  /** The pools after the last finished epoch, without pairs: `hold` reads them. */
  static async open(
    store: RunStore<RunEvent>,
    run: { id: string; epochs: number; started: RunEvent | undefined },
  ): Promise<PoolWindow> {
    const { train, environment } = store.pools(run.id);
    const pools = emptyPools(train);
    if (run.started) addToPools(pools, run.started);
    for await (const event of store.eventsOf(run.id, 'pools-updated')) addToPools(pools, { ...event, environment: [] });
    pools.environmentSize = await environment.size();
    return new PoolWindow(pools, environment, run.epochs + 1);
  }

  /** Holds the pairs of the regression window, which ends with the next epoch, and forgets older ones. */
  async hold(finished: number, epochs: number): Promise<void> {
    // Pairs of the epoch under way are in memory only.
    const from = Math.max(FIRST_EPOCH, Math.min(finished + 1, finished + 2 - epochs));
    if (from < this.from) {
      const positions = await this.stored.find({ ranges: { epoch: [from, this.from - 1] } });
      const pairs = (await this.stored.read(positions)).map(pairOf);
      this.pools.environment = [...pairs, ...this.pools.environment];
    } else if (from > this.from) {
      this.pools.environment = this.pools.environment.filter(({ epoch }) => epoch >= from);
    }
    this.from = from;
  }
}
