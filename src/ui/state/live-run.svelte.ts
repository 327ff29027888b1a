/**
 * @file The open run: its event log so far, and the controls that make it longer. It asks the coordinator for one stage
 * after the other; a pause is not asking for the next one.
 *
 * It holds outlines of past epochs, and reads one from the store when a person goes back to it.
 */
import { MetricsFold, type RunMetrics } from '../../analysis/metrics.ts';
import {
  addEvent,
  emptyRun,
  epochToShow,
  isStage,
  nextStage,
  outlineEpoch,
  type RunView,
  wholeEpoch,
} from '../../analysis/run-view.ts';
import type { EpochEnded, RunEvent, SettingsChanged } from '../../genenv/log/events.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import { STAGES } from '../../genenv/log/epoch-events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { OpenRun, SessionService } from '../../../workers/run/contract.ts';
import type { ChosenSettings } from './chosen-settings.svelte.ts';
import { type Speed, SPEEDS, Wait } from './pace.ts';
import type { DrawnRun } from './read-run.ts';
import { HeldEpochs } from './held-epochs.svelte.ts';
import { RunSpeed } from './run-speed.svelte.ts';
import type { Phase, RunPlayer } from './run-player.svelte.ts';

/** Actions of the page around the run. */
export interface RunOwner {
  settings: ChosenSettings;
  /** Does the work, and shows its failure as a problem. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** The first stage is about to be asked for. */
  beforeStages(): void;
  afterEpoch(event: EpochEnded): void;
  /** Opens a new run with the chosen settings. */
  reset(): Promise<void>;
  /** The events of a finished epoch; empty where they could not be read. */
  readEpoch(runId: string, epoch: number): Promise<readonly RunEvent[]>;
}

export class LiveRun implements RunPlayer {
  readonly kind = 'live';
  phase = $state<Phase>('opening');
  computing = $state(false);
  pausing = $state(false);
  readonly waiting = false;
  finished = $state(false);
  /** The log, of finished epochs as outlines. */
  private outlines = $state.raw<RunView>(emptyRun);
  private readonly held = new HeldEpochs();
  view: RunView = $derived.by(() => this.held.over(this.outlines));
  private curves = new MetricsFold();
  metrics = $state.raw<RunMetrics>(new MetricsFold().metrics());
  players = $state.raw<{ agent: PolicyDescription; environment: PolicyDescription }>();
  /** As fast as the adapter computes, until a person wants to watch. */
  speed = $state<Speed>(Infinity);
  readonly speeds = SPEEDS;
  pinned = $state<number>();
  firstEpoch: number = $derived(this.view.epochs[0]?.epoch ?? 0);
  lastEpoch: number = $derived(epochToShow(this.view)?.epoch ?? 0);
  epoch: number = $derived(this.pinned ?? this.lastEpoch);
  canStep: boolean = $derived(this.phase === 'idle' && !this.finished);
  canRun: boolean = $derived(this.canStep);

  readonly throughput: RunSpeed;
  private runId = '';
  /** The events since the last finished epoch. */
  private unfinished: RunEvent[] = [];
  /** The number of them that the curves have read. */
  private counted = 0;
  /** The log up to the end of the last finished epoch, as outlines. */
  private finishedView = emptyRun;
  /** The epoch that was asked for last: those asked for before it may still be on their way. */
  private wanted: number | undefined;
  private readonly wait = new Wait();

  constructor(
    private readonly coordinator: { run: Pick<OpenRun, 'next'>; session: Pick<SessionService, 'telemetry'> },
    private readonly owner: RunOwner,
  ) {
    this.throughput = new RunSpeed(coordinator.session);
  }

  run = (): Promise<void> => this.advance(() => false);
  stepStage = (): Promise<void> => this.advance(isStage);
  stepEpoch = (): Promise<void> => this.advance((event) => event.type === 'epoch-ended');
  reset = (): Promise<void> => this.owner.reset();

  pause = (): void => {
    this.pausing = true;
    this.wait.cut();
  };

  get asked(): number {
    return this.wanted ?? this.lastEpoch;
  }

  /** A past epoch is shown until the newest is asked for. */
  seek = (epoch: number): void => {
    this.wanted = epoch >= this.lastEpoch ? undefined : epoch;
    if (this.wanted === undefined || this.held.has(this.wanted)) this.pinned = this.wanted;
    else void this.fetch(this.wanted);
  };

  /** Draws a stored run, with its settings: whole epochs. */
  show({ record, view, curves }: DrawnRun): void {
    const { settings } = this.owner;
    this.runId = record.id;
    this.wanted = this.pinned = undefined;
    this.held.clear();
    this.finish(view);
    this.outlines = this.finishedView;
    this.curves = curves;
    this.metrics = curves.metrics();
    settings.begin(this.view.settings ?? (record.settings as Settings));
    this.finished = settings.inForce.epochs <= record.epochs;
    this.throughput.clear();
  }

  take(event: RunEvent): void {
    const { settings } = this.owner;
    this.unfinished.push(event);
    this.outlines = addEvent(this.outlines, event);
    if (event.type !== 'settings-changed') {
      // A change of settings can still be taken back: it counts with the stage that follows it.
      settings.takeEffect();
      for (const one of this.unfinished.slice(this.counted)) this.curves.add(outlineEvent(one));
      this.counted = this.unfinished.length;
    }
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.metrics = this.curves.metrics();
    if (event.type !== 'epoch-ended') return;
    this.finish(this.outlines);
    this.outlines = this.finishedView;
    this.finished = event.epoch >= settings.inForce.epochs;
    this.throughput.epochEnded(event);
    this.owner.afterEpoch(event);
  }

  /** Draws the changes of settings since the last stage, which are one event; null: none is left. */
  change(event: SettingsChanged | null): void {
    if (this.unfinished.at(-1)?.type === 'settings-changed') {
      this.unfinished.pop();
      this.outlines = this.unfinished.reduce(addEvent, this.finishedView);
    }
    if (event) this.take(event);
  }

  /** Keeps of the newest finished epoch everything, of those before it only what is held. */
  private finish(view: RunView): void {
    const newest = view.epochs.at(-1);
    if (newest) this.held.hold(newest, this.pinned);
    this.finishedView = { ...view, epochs: [...view.epochs.slice(0, -1), ...(newest ? [outlineEpoch(newest)] : [])] };
    this.unfinished = [];
    this.counted = 0;
  }

  /** Reads a past epoch, and shows it unless another one was asked for meanwhile. */
  private async fetch(epoch: number): Promise<void> {
    const { runId } = this;
    const events = await this.owner.readEpoch(runId, epoch);
    const outline = this.finishedView.epochs.find((one) => one.epoch === epoch);
    if (runId !== this.runId || !outline) return;
    // The problem is shown already; the picture stays.
    if (events.length === 0) {
      if (this.wanted === epoch) this.wanted = this.pinned;
      return;
    }
    this.held.hold(wholeEpoch(outline, events), this.pinned);
    if (this.wanted === epoch) this.pinned = epoch;
  }

  private async advance(isGoal: (event: RunEvent) => boolean): Promise<void> {
    if (!this.canStep) return;
    this.owner.beforeStages();
    this.phase = 'running';
    this.pausing = false;
    this.throughput.start(nextStage(this.view) === STAGES[0]);
    await this.owner.attempt(async () => {
      for (;;) {
        const event = await this.compute();
        if (event?.type === 'settings-changed') this.owner.settings.repeat(event);
        if (!event) this.finished = true;
        else this.take(event);
        if (!event || this.pausing || isGoal(event)) break;
        if (Number.isFinite(this.speed) && isStage(event)) await this.wait.for(this.speed);
        if (this.pausing) break;
      }
    });
    this.phase = 'idle';
    this.pausing = false;
    await this.throughput.stop();
  }

  private async compute(): Promise<RunEvent | null> {
    this.computing = true;
    try {
      return await this.coordinator.run.next();
    } finally {
      this.computing = false;
    }
  }
}
