/**
 * @file Up to four runs from one seed that differ in one setting, made together: one thread opens them in turn, for an epoch
 * each. Each is a run like any other: it goes on after its last stored epoch, so its log is the one that it has alone.
 */
import { MetricsFold, type RunMetrics } from '../../analysis/metrics.ts';
import { addEvent, emptyRun, epochToShow, outlineEpoch, type RunView } from '../../analysis/run-view.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import type { SettingName, Settings } from '../../genenv/settings/settings.ts';
import type { OpenRun, SessionService } from '../../../workers/run/contract.ts';
import { Trying } from '../shared/trying.svelte.ts';

export const MOST_RUNS = 4;

/** The thread that makes the runs: it has one of them open at a time. */
export interface RunThread {
  session: Pick<SessionService, 'open' | 'close'>;
  run: Pick<OpenRun, 'next'>;
}

/** One of the runs, as its picture draws it: it always shows its newest epoch. */
export class SideRun {
  /** Of the stored run; undefined before its first turn. */
  id: string | undefined;
  view = $state.raw<RunView>(emptyRun);
  metrics = $state.raw<RunMetrics>(new MetricsFold().metrics());
  computing = $state(false);
  finished = $state(false);
  readonly pinned = undefined;
  readonly speed = Infinity;
  epochs: number = $derived(this.metrics.epochs.length);
  phase: 'running' | 'idle' = $derived(this.computing ? 'running' : 'idle');

  private curves = new MetricsFold();
  private whole = emptyRun;
  private unfinished: RunEvent[] = [];

  constructor(readonly settings: Settings) {}

  get isMidEpoch(): boolean {
    return this.unfinished.length > 0;
  }

  /** Null: the run has had all its epochs. */
  take(event: RunEvent | null): void {
    if (!event) {
      this.finished = true;
      return;
    }
    this.unfinished.push(event);
    this.view = addEvent(this.view, event);
    if (event.type !== 'epoch-ended') return;
    for (const one of this.unfinished) this.curves.add(outlineEvent(one));
    this.metrics = this.curves.metrics();
    this.unfinished = [];
    // The newest epoch is drawn whole.
    const newest = epochToShow(this.view);
    const epochs = this.view.epochs.map((one) => (one === newest ? one : outlineEpoch(one)));
    this.whole = this.view = { ...this.view, epochs };
    this.finished = event.epoch >= this.settings.epochs;
  }

  /** Back to the last finished epoch, after which the stored run goes on. */
  forget(): void {
    this.view = this.whole;
    this.unfinished = [];
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

  begin(settings: Settings, name: SettingName, values: readonly unknown[]): void {
    this.runs = values.slice(0, MOST_RUNS).map((value) => new SideRun({ ...settings, [name]: value }));
  }

  run = (): Promise<void> => this.advance(Infinity);

  /** Until each run has one more epoch than the one with the fewest has now. */
  stepEpoch = (): Promise<void> =>
    this.advance(1 + Math.min(...this.runs.filter((run) => !run.finished).map((run) => run.epochs)));

  /** The stage under way ends first. */
  pause = (): void => {
    this.pausing = this.running;
  };

  /** The runs stay stored. */
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

  /** The one in mid-epoch, or else the one with the fewest epochs. */
  private next(epochs: number): SideRun | undefined {
    const ready = this.runs.filter((run) => !run.finished && run.epochs < epochs);
    return ready.find((run) => run.isMidEpoch) ?? ready.toSorted((one, other) => one.epochs - other.epochs)[0];
  }

  /** An epoch of one run, or as much of it as there is before a pause. */
  private async turn(run: SideRun): Promise<void> {
    const { session } = this.thread;
    run.computing = true;
    try {
      if (this.open !== run) {
        this.open = undefined;
        run.forget();
        const { settings, id } = run;
        const state = await session.open(
          id === undefined ? { settings: $state.snapshot(settings) as Settings } : { runId: id },
        );
        run.id = state.record.id;
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
}
