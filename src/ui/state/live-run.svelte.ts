/**
 * @file The open run: its event log so far, and the controls that make it longer. It asks the coordinator for one stage
 * after the other; a pause is not asking for the next one.
 */
import { runMetrics, type RunMetrics } from '../../analysis/metrics.ts';
import { addEvent, emptyRun, epochToShow, isStage, nextStage, viewRun, type RunView } from '../../analysis/run-view.ts';
import type { EpochEnded, RunEvent, SettingsChanged } from '../../genenv/events.ts';
import { STAGES } from '../../genenv/epoch-stages.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { PolicyDescription } from '../../policy/policy.ts';
import type { Coordinator, StoredRun } from '../../../workers/coordinator/contract.ts';
import type { ChosenSettings } from './chosen-settings.svelte.ts';
import { type Speed, SPEEDS, Wait } from './pace.ts';
import { RunSpeed } from './run-speed.svelte.ts';
import type { Phase, RunSource } from './run-source.ts';

/** What the page does around the run. */
export interface RunOwner {
  settings: ChosenSettings;
  /** Does the work, and shows its failure as a problem. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** The first stage is about to be asked for. */
  beforeStages(): void;
  afterEpoch(event: EpochEnded): void;
  /** Opens a new run with the chosen settings. */
  reset(): Promise<void>;
}

export class LiveRun implements RunSource {
  readonly kind = 'live';
  phase = $state<Phase>('opening');
  computing = $state(false);
  pausing = $state(false);
  finished = $state(false);
  view = $state.raw<RunView>(emptyRun);
  metrics = $state.raw<RunMetrics>(runMetrics([]));
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
  private log: RunEvent[] = [];
  /** The view before the last event of the log, where that is a change of settings. */
  private beforeChange: RunView | undefined;
  private readonly wait = new Wait();

  constructor(
    private readonly coordinator: Pick<Coordinator, 'next' | 'telemetry'>,
    private readonly owner: RunOwner,
  ) {
    this.throughput = new RunSpeed(coordinator);
  }

  get events(): readonly RunEvent[] {
    return this.log;
  }

  run = (): Promise<void> => this.advance(() => false);
  stepStage = (): Promise<void> => this.advance(isStage);
  stepEpoch = (): Promise<void> => this.advance((event) => event.type === 'epoch-ended');
  reset = (): Promise<void> => this.owner.reset();

  pause = (): void => {
    this.pausing = true;
    this.wait.cut();
  };

  /** A past epoch is shown until the newest is asked for. */
  seek = (epoch: number): void => {
    this.pinned = epoch >= this.lastEpoch ? undefined : epoch;
  };

  /** Draws a log from its beginning, with its settings. */
  show({ record, events }: StoredRun): void {
    const { settings } = this.owner;
    this.log = [...events];
    this.beforeChange = undefined;
    this.view = viewRun(events);
    this.pinned = undefined;
    this.metrics = runMetrics(this.log);
    settings.begin(this.view.settings ?? (record.settings as Settings));
    this.finished = settings.inForce.epochs <= record.epochs;
    this.throughput.clear();
  }

  /** Draws one more event. */
  take(event: RunEvent): void {
    const { settings } = this.owner;
    this.log.push(event);
    this.beforeChange = event.type === 'settings-changed' ? this.view : undefined;
    this.view = addEvent(this.view, event);
    if (event.type !== 'settings-changed') settings.takeEffect();
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.metrics = runMetrics(this.log);
    if (event.type !== 'epoch-ended') return;
    this.finished = event.epoch >= settings.inForce.epochs;
    this.throughput.epochEnded(event);
    this.owner.afterEpoch(event);
  }

  /** Draws the changes of settings since the last stage, which are one event; null: none is left. */
  change(event: SettingsChanged | null): void {
    if (this.log.at(-1)?.type === 'settings-changed') {
      this.log.pop();
      this.view = this.beforeChange ?? viewRun(this.log);
    }
    if (event) this.take(event);
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
      return await this.coordinator.next();
    } finally {
      this.computing = false;
    }
  }
}
