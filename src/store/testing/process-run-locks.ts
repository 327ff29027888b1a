import type { RunLock, RunLocks } from '../run-store.ts';

/** Locks runs in memory among the sessions of one process, for tests. */
export class ProcessRunLocks implements RunLocks {
  private readonly held = new Set<string>();

  async acquire(runId: string): Promise<RunLock | null> {
    if (this.held.has(runId)) return null;
    this.held.add(runId);
    return { release: () => void this.held.delete(runId) };
  }
}
