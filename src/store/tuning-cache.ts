/**
 * @file What the kernels' autotuner chose, remembered by adapter: a cache, so it never fails the work it speeds up.
 */
import type { Database } from './database.ts';

export interface TuningCache {
  get(key: string): Promise<unknown>;
  set(key: string, choice: unknown): Promise<void>;
}

export class IndexedDbTuningCache implements TuningCache {
  constructor(private readonly database: Database<unknown>) {}

  async get(key: string): Promise<unknown> {
    // A cache that cannot be read is an empty one: the tuner measures again.
    return this.database.get('tuning', key).catch(() => undefined);
  }

  async set(key: string, choice: unknown): Promise<void> {
    await this.database.put('tuning', choice, key).catch(() => undefined);
  }
}
