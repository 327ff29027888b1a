/** @file The autotuner's choices in the database, shared by all tabs; unreadable, they are measured again. */
import type { Database } from './database.ts';

const LOCK = 'genenv-tuning';

export class IndexedDbTuningCache {
  private database: Promise<Database> | undefined;

  /** @param locks Web Locks, which end with the thread that holds them */
  constructor(
    private readonly open: () => Promise<Database>,
    private readonly locks: LockManager,
  ) {}

  async get(key: string): Promise<number | undefined> {
    try {
      const variant = await (await this.opened()).get('tuning', key);
      return typeof variant === 'number' ? variant : undefined;
    } catch {
      return undefined;
    }
  }

  async set(key: string, variant: number): Promise<void> {
    try {
      await (await this.opened()).put('tuning', variant, key);
    } catch {
      // The next session measures again.
    }
  }

  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.locks.request(LOCK, work);
  }

  private opened(): Promise<Database> {
    this.database ??= this.open();
    return this.database;
  }
}
