/**
 * @file Makes up to four runs from one seed that differ in one setting. One thread opens them in turn for one epoch
 * each. A run continues from its last stored epoch, so it gets the same log as if it ran alone.
 */
import type { RunEvent } from '../../../genenv/log/events.ts';
import type { SettingName, Settings } from '../../../genenv/settings/settings.ts';
import type { RunsService, SessionService } from '../../../../workers/run/coordinator.ts';
import type { OpenRun } from '../../../../workers/run/runs.ts';
import { Trying } from '../../shared/problems.svelte.ts';
import { RunLog } from '../../state/run-log.svelte.ts';

export const MOST_RUNS = 4;

/** Thread that makes the runs, with one run open at a time. */
export interface RunThread {
  session: Pick<SessionService, 'open' | 'branch' | 'close'>;
  run: Pick<OpenRun, 'next' | 'changeSettings'>;
  runs: Pick<RunsService, 'read'>;
}

/** A stored run, and the epoch after which the runs diverge. */
interface BranchPoint {
  runId: string;
  epoch: number;
  title: (value: unknown) => string;
}

/** A run of the comparison, always shown at its newest epoch. */
export class SideRun extends RunLog {
  /** Id of the stored run. Undefined until the run is opened for the first time. */
  id: string | undefined;
  computing = $state(false);
  finished = $state(false);
  readonly speed = Infinity;
  epochs: number = $derived(this.metrics.epochs.length);
  phase: 'running' | 'idle' = $derived(this.computing ? 'running' : 'idle');

  /** Creates a run that is not open yet. @param branch point where the run branches off; undefined for a new run */
  constructor(
    readonly settings: Settings,
    /** Settings in which this run differs from the others. */
    readonly own: Partial<Settings>,
    readonly branch: BranchPoint | undefined,
  ) {
    super();
  }

  /** Takes the next event, or null once all epochs are done. */
  override take(event: RunEvent | null): void {
    if (event) super.take(event);
    this.finished = !event || (event.type === 'epoch-ended' && event.epoch >= this.settings.epochs);
  }
}

export class SideBySide extends Trying {
  runs = $state.raw<readonly SideRun[]>([]);
  running = $state(false);
  pausing = $state(false);
  finished: boolean = $derived(this.runs.every((run) => run.finished));

  private open: SideRun | undefined;

  constructor(private readonly thread: RunThread) {
    super();
  }

  begin(settings: Settings, name: SettingName, values: readonly unknown[], branch?: BranchPoint): void {
    this.runs = values.slice(0, MOST_RUNS).map((value) => {
      const own = { [name]: value };
      return new SideRun({ ...settings, ...own }, own, branch);
    });
  }

  run = (): Promise<void> => this.advance(Infinity);

  /** Continues until each run has one more epoch than the shortest unfinished run has now. */
  stepEpoch = (): Promise<void> =>
    this.advance(1 + Math.min(...this.runs.filter((run) => !run.finished).map((run) => run.epochs)));

  /** Pauses after the current stage. */
  pause = (): void => {
    this.pausing = this.running;
  };

  /** Closes the open run. All runs stay stored. */
  close = async (): Promise<void> => {
    this.pause();
    this.open = undefined;
    await this.trying(() => this.thread.session.close());
  };

  private async advance(epochs: number): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.pausing = false;
    await this.trying(async () => {
      for (let run = this.next(epochs); run && !this.pausing; run = this.next(epochs)) await this.turn(run);
    });
    this.running = this.pausing = false;
  }

  /** Returns the run in mid-epoch, or else the run with the fewest epochs. Undefined if none needs more. */
  private next(epochs: number): SideRun | undefined {
    const ready = this.runs.filter((run) => !run.finished && run.epochs < epochs);
    return ready.find((run) => run.isMidEpoch) ?? ready.toSorted((one, other) => one.epochs - other.epochs)[0];
  }

  /** Runs one epoch of a run, or the part of it before a pause. */
  private async turn(run: SideRun): Promise<void> {
    const { session } = this.thread;
    run.computing = true;
    try {
      if (this.open !== run) {
        this.open = undefined;
        run.forget();
        if (run.id === undefined && run.branch) await this.branch(run, run.branch);
        else {
          const { settings, id } = run;
          const state = await session.open(
            id === undefined ? { settings: $state.snapshot(settings) as Settings } : { runId: id },
          );
          run.id = state.record.id;
        }
        this.open = run;
      }
      do run.take(await this.thread.run.next());
      while (run.isMidEpoch && !this.pausing);
    } catch (error) {
      this.open = undefined;
      throw error;
    } finally {
      run.computing = false;
    }
  }

  /** Branches off the stored run, takes the branch's events, and makes the change, which the branch's log records. */
  private async branch(run: SideRun, from: BranchPoint): Promise<void> {
    const { session, runs } = this.thread;
    const { title, ...point } = from;
    const { record } = await session.branch(point, title(Object.values(run.own)[0]));
    run.id = record.id;
    const { events } = await runs.read(record.id);
    for (const event of events) run.take(event);
    const changed = await this.thread.run.changeSettings($state.snapshot(run.own) as Partial<Settings>);
    if (changed) run.take(changed);
  }
}
