/**
 * @file What the kernels' autotuner chose, stored by adapter. It is a cache: its failures never fail the work it speeds up.
 */
import type { Database } from './database.ts';

export interface TuningCache {
  get(key: string): Promise<unknown>;
  set(key: string, choice: unknown): Promise<void>;
}

export class IndexedDbTuningCache implements TuningCache {
  constructor(private readonly database: Database<unknown>) {}

  async get(key: string): Promise<unknown> {
    // A cache that cannot be read counts as empty: the tuner measures again.
    return this.database.get('tuning', key).catch(() => undefined);
  }

  async set(key: string, choice: unknown): Promise<void> {
    await this.database.put('tuning', choice, key).catch(() => undefined);
  }
}
