/**
 * @file Keeps a growing log as the page draws it: a few whole epochs, and outlines of all others. If all were
 * whole, 1,000 epochs of preset `discovery` would take 229 MB, and 5 s of processor time to copy from another thread.
 */
import { MetricsFold, type RunMetrics } from '../../analysis/metrics.ts';
import { addEvent, emptyRun, type EpochView, outlineEpoch, type RunView, viewRun } from '../../analysis/run-view.ts';
import type { RunEvent, SettingsChanged } from '../../genenv/log/events.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import type { RunsService } from '../../../workers/run/coordinator.ts';
import type { StoredRun } from '../../../workers/run/runs.ts';

/** A stored run with its view and curves. */
export interface DrawnRun extends StoredRun {
  view: RunView;
  curves: MetricsFold;
}

export async function readStored(runs: Pick<RunsService, 'read'>, runId: string): Promise<DrawnRun> {
  const { record, events } = await runs.read(runId);
  const curves = new MetricsFold();
  for (const event of events) curves.add(event);
  return { record, events, view: viewRun(events), curves };
}

/** Maximum number of whole epochs in memory: enough to move between neighbours without reading again. */
const MOST_HELD = 8;

export class RunLog {
  /** Numbers of the curves, which change once per epoch. */
  metrics = $state.raw<RunMetrics>({ epochs: [], heldOut: [] });
  /** The past epoch that is shown while the run continues. Undefined if the newest is shown. */
  pinned = $state<number>();
  /** The log so far, with finished epochs as outlines. */
  protected played = $state.raw<RunView>(emptyRun);
  /** Whole epochs in memory, the oldest first. */
  private held = $state.raw<readonly EpochView[]>([]);
  view: RunView = $derived.by(() => {
    const whole = (epoch: EpochView) => (epoch['epoch-ended'] && this.heldEpoch(epoch.epoch)) ?? epoch;
    return { ...this.played, epochs: this.played.epochs.map(whole) };
  });

  private curves = new MetricsFold();
  /** The log up to the end of the last finished epoch. */
  private finishedPart = emptyRun;
  /** Events after the last finished epoch. */
  private unfinished: RunEvent[] = [];

  get isMidEpoch(): boolean {
    return this.unfinished.length > 0;
  }

  take(event: RunEvent): void {
    if (event.type === 'run-started') this.curves = new MetricsFold();
    this.unfinished.push(event);
    this.played = addEvent(this.played, event);
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.finish();
  }

  /** Replaces the event that holds the setting changes since the last stage. Null removes the event. */
  change(event: SettingsChanged | null): void {
    if (this.unfinished.at(-1)?.type === 'settings-changed') {
      this.unfinished.pop();
      this.played = this.unfinished.reduce(addEvent, this.finishedPart);
    }
    if (event) this.take(event);
  }

  /** Drops the unfinished epoch, because a stored run continues after its last finished one. */
  forget(): void {
    this.played = this.finishedPart;
    this.unfinished = [];
  }

  /** Shows another run, whose newest epoch is whole. */
  protected begin({ view, curves }: Pick<DrawnRun, 'view' | 'curves'>): void {
    this.held = [];
    this.pinned = undefined;
    this.curves = curves;
    this.draw(view);
    this.finish();
  }

  protected draw(view: RunView): void {
    this.played = this.finishedPart = view;
    this.unfinished = [];
  }

  protected heldEpoch(epoch: number): EpochView | undefined {
    return this.held.find((one) => one.epoch === epoch);
  }

  /** Keeps a whole epoch, and drops the oldest ones beyond `MOST_HELD`, except the epoch shown. */
  protected hold(epoch: EpochView): void {
    const shown = this.pinned ?? this.played.epochs.at(-1)?.epoch;
    const held = [...this.held.filter((one) => one.epoch !== epoch.epoch), epoch];
    const first = held.length - MOST_HELD;
    this.held = held.filter((one, i) => i >= first || one.epoch === shown);
  }

  /**
   * Adds events to the curves and returns the curves.
   * @param events new events up to the start of the run, or up to the end of an epoch
   */
  protected measured(events: readonly RunEvent[]): RunMetrics {
    for (const event of events) this.curves.add(outlineEvent(event));
    return this.curves.metrics();
  }

  private finish(): void {
    this.metrics = this.measured(this.unfinished);
    const newest = this.played.epochs.at(-1);
    if (newest) this.hold(newest);
    const epochs = [...this.played.epochs.slice(0, -1), ...(newest ? [outlineEpoch(newest)] : [])];
    this.draw({ ...this.played, epochs });
  }
}
