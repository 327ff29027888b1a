/**
 * @file The stored run that the open one is compared with, and how far their event logs agree.
 */
import { compareLogs, type LogComparison } from '../../analysis/compare-logs.ts';
import type { RunEvent } from '../../genenv/events.ts';
import type { StoredRun } from '../../../workers/coordinator/contract.ts';

export class Comparison {
  run = $state.raw<StoredRun>();
  logs = $state.raw<LogComparison>();

  /** @param log the event log of the open run, as far as it is */
  constructor(private readonly log: () => readonly RunEvent[]) {}

  /** @param read reads the other run; undefined: compare with none */
  async choose(read: (() => Promise<StoredRun>) | undefined): Promise<void> {
    this.logs = undefined;
    this.run = await read?.();
    this.update();
  }

  /** Another run is open. */
  restart(): void {
    this.logs = undefined;
    this.update();
  }

  /** The open run's log has grown: only the new events are compared. */
  update(): void {
    this.logs = this.run && compareLogs(this.log(), this.run.events, this.logs);
  }
}
