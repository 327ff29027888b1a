/** @file The pools of stored runs, searched and read for the page. */
import * as Comlink from 'comlink';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import {
  type EnvironmentPoolEntry,
  poolLines,
  type PoolQuery,
  type StoredPool,
  type TrainPoolEntry,
} from '../../src/store/pool-contract.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import type { PoolChoice, PoolItem, PoolsService } from './contract.ts';

export class PoolsHost implements PoolsService {
  constructor(private readonly store: RunStore<RunEvent>) {}

  size(choice: PoolChoice): Promise<number> {
    return this.pool(choice).size();
  }

  async find(choice: PoolChoice, query: PoolQuery): Promise<Uint32Array<ArrayBuffer>> {
    const positions = await this.pool(choice).find(query);
    return Comlink.transfer(positions, [positions.buffer]);
  }

  entries(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>): Promise<PoolItem[]> {
    return this.pool(choice).read(positions);
  }

  async export(choice: PoolChoice, query: PoolQuery): Promise<Blob> {
    const pool = this.pool(choice);
    const parts: Blob[] = [];
    // Each part becomes a Blob at once, which the browser may keep on the disk.
    for await (const lines of poolLines(pool, await pool.find(query))) parts.push(new Blob([lines]));
    return new Blob(parts, { type: 'application/jsonl' });
  }

  private pool({ runId, pool }: PoolChoice): StoredPool<TrainPoolEntry | EnvironmentPoolEntry> {
    return this.store.pools(runId)[pool];
  }
}
