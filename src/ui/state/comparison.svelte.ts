/** @file The stored run that the open one is compared with, and how far their stored event logs agree. */
import type { LogComparison } from '../../analysis/compare-logs.ts';
import type { RunsService } from '../../../workers/run/coordinator.ts';
import type { StoredRun } from '../../../workers/run/runs.ts';

export class Comparison {
  run = $state.raw<StoredRun>();
  logs = $state.raw<LogComparison>();
  /** Counts what is compared: an answer about another pair of runs comes too late. */
  private turn = 0;

  /** @param open the id of the run that is open, if one is */
  constructor(
    private readonly stored: Pick<RunsService, 'compare'>,
    private readonly open: () => string | undefined,
  ) {}

  /** @param read reads the other run; undefined: compare with none */
  async choose(read: (() => Promise<StoredRun>) | undefined): Promise<void> {
    this.logs = undefined;
    this.run = await read?.();
    await this.update();
  }

  /** Another run is open. */
  async restart(): Promise<void> {
    this.logs = undefined;
    await this.update();
  }

  /** The open run's log has grown: only the new epochs are compared. */
  async update(): Promise<void> {
    const turn = ++this.turn;
    const [one, other] = [this.open(), this.run?.record.id];
    const logs = one === undefined || other === undefined ? null : await this.stored.compare(one, other, this.logs);
    if (turn === this.turn) this.logs = logs ?? undefined;
  }
}
