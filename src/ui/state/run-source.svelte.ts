/** @file Supplies a player with events. The open session computes them. Stored runs and files contain them. */
import { runMetrics, type RunMetrics } from '../../analysis/metrics.ts';
import { emptyRun, type RunView, viewRun } from '../../analysis/run-view.ts';
import type { Story } from '../../analysis/story-beats.ts';
import { rolloutsPerSecond, Throughput, type Measurement } from '../../analysis/throughput.ts';
import type { PolicyTelemetry } from '../../policy/policy.ts';
import type { EpochEnded, RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { SessionState } from '../../runs/open-run.ts';
import type { SessionService } from '../../../workers/run/coordinator.ts';
import type { OpenRun, StoredRun } from '../../../workers/run/runs.ts';
import { TimeLeft } from '../shared/job.svelte.ts';
import type { ChosenSettings } from './chosen-settings.svelte.ts';
import type { Example, ExampleStart } from './example.ts';
import type { DrawnRun } from './run-log.svelte.ts';

export type RunSource = LiveSource | StoredSource | FileSource;
export type RecordedSource = StoredSource | FileSource;

/** Resolves to the whole events of a finished epoch, or to none if reading fails. Never rejects. */
export type ReadEpoch = (epoch: number) => Promise<readonly RunEvent[]>;

/** Lists the parts of the page that `LiveSource` uses. */
export interface LivePage {
  readonly coordinator: { run: Pick<OpenRun, 'next'>; session: Pick<SessionService, 'telemetry'> };
  readonly chosen: ChosenSettings;
  /** Runs the work, and shows a failure as a problem. */
  trying(work: () => Promise<unknown>): Promise<unknown>;
  /** Called before each play requests its first stage. */
  beforeStages(): void;
  afterEpoch(event: EpochEnded): void;
  /** Opens a new run with the chosen settings. */
  reset(): Promise<void>;
  readEpoch(runId: string, epoch: number): Promise<readonly RunEvent[]>;
}

/** Milliseconds between two measurements of the speed. */
const INTERVAL = 400;

/** Computes the events of the open run. Measures its speed, which is only displayed and never part of a result. */
export class LiveSource {
  readonly kind = 'live';
  readonly story = undefined;
  id = $state<string>();
  players = $state.raw<SessionState['players']>();
  measurement = $state.raw<Measurement>();
  tokensPerSecond = $state<number>();
  rolloutsPerSecond = $state<number>();
  /** Upper estimate of the seconds left for the current work, from the speed so far. */
  secondsLeft = $state<number>();
  /** Progress of the working model within a stage. */
  progress: PolicyTelemetry | undefined = $derived.by(() => {
    const { agent, environment } = this.measurement ?? {};
    return [agent, environment].find((model) => model && model.activity !== 'idle' && model.total > 0);
  });

  private readonly timeLeft = new TimeLeft();
  private throughput = new Throughput();
  /** Time in milliseconds at which the epoch began. Undefined if a step or a pause has interrupted the epoch. */
  private epochBegan: number | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly page: LivePage) {}

  /** Number of epochs after which the run is over. */
  get epochs(): number {
    return this.page.chosen.inForce.epochs;
  }

  get adapter(): string {
    return this.players?.agent.runtime ?? '';
  }

  begin({ record, view }: DrawnRun): void {
    this.id = record.id;
    this.page.chosen.begin(view.settings ?? (record.settings as Settings));
    this.measurement = this.tokensPerSecond = this.rolloutsPerSecond = undefined;
    this.throughput = new Throughput();
  }

  /** Computes the next stage. Resolves to null if all epochs are done. */
  next = (): Promise<RunEvent | null> => this.page.coordinator.run.next();
  readEpoch: ReadEpoch = (epoch) => this.page.readEpoch(this.id!, epoch);
  reset = (): Promise<void> => this.page.reset();

  /**
   * Runs the work and measures its speed.
   * @param atEpochStart true if the next stage starts an epoch, which can then be timed
   */
  async play(work: () => Promise<void>, atEpochStart: boolean): Promise<void> {
    this.page.beforeStages();
    this.epochBegan = atEpochStart ? performance.now() : undefined;
    this.timer = setInterval(() => void this.measure(), INTERVAL);
    await this.page.trying(work);
    clearInterval(this.timer);
    this.timer = undefined;
    await this.measure();
  }

  taken(event: RunEvent): void {
    const { chosen } = this.page;
    if (event.type === 'settings-changed') chosen.repeat(event);
    else chosen.takeEffect();
    if (event.type !== 'epoch-ended') return;
    const now = performance.now();
    if (this.epochBegan !== undefined) this.rolloutsPerSecond = rolloutsPerSecond(event, now - this.epochBegan);
    this.epochBegan = now;
    this.page.afterEpoch(event);
  }

  /** Measures the speed. A failure does not stop the run. */
  private async measure(): Promise<void> {
    const measurement = await this.page.coordinator.session.telemetry().catch(() => null);
    if (!measurement) return;
    this.measurement = measurement;
    this.secondsLeft = this.timeLeft.estimate(this.progress, measurement.at);
    if (this.timer !== undefined) this.tokensPerSecond = this.throughput.add(measurement) ?? this.tokensPerSecond;
  }
}

/** Holds a recorded log. The newest epoch, and the first epochs of the example, are full. The others are outlines. */
class Recorded {
  readonly kind = 'replay';
  readonly id: string;
  readonly name: string;
  /** Number of epochs after which the run is over. */
  readonly epochs: number;
  events: readonly RunEvent[];
  view: RunView;
  metrics: RunMetrics;
  /** False while only the first epochs are loaded. */
  isComplete: boolean;
  /** Last of the first epochs that are loaded in full. 0 if there are none. */
  protected wholeUpTo = 0;

  constructor({ record, events }: StoredRun, view: RunView, metrics: RunMetrics, isComplete: boolean) {
    ({ id: this.id, name: this.name, epochs: this.epochs } = record);
    this.events = $state.raw(events);
    this.view = $state.raw(view);
    this.metrics = $state.raw(metrics);
    this.isComplete = $state(isComplete);
  }

  /** Graphics adapter that the agent ran on during the recording. */
  get adapter(): string {
    return this.view.started?.agent.runtime ?? '';
  }

  get loaded(): number {
    return this.view.epochs.at(-1)?.epoch ?? 0;
  }

  /** Returns true if an epoch must be loaded before it is drawn. */
  isOutline(epoch: number): boolean {
    return epoch > this.wholeUpTo && epoch < this.loaded;
  }

  /** Returns the number of events up to the end of an epoch. Epoch 0 means up to the first measurement. */
  lengthUpTo(epoch: number): number {
    if (epoch <= 0) return this.events[0]?.type === 'run-started' ? 1 : 0;
    return this.events.findIndex((event) => event.type === 'epoch-ended' && event.epoch === epoch) + 1;
  }

  viewUpTo(last: number): RunView {
    const { started } = this.view;
    if (!started) return emptyRun;
    const epochs = this.view.epochs.filter(({ epoch }) => epoch <= last);
    const changes = epochs.flatMap((epoch) => epoch.changes.map((event) => event.changes));
    return { started, settings: Object.assign({}, started.settings, ...changes) as Settings, epochs };
  }
}

export class StoredSource extends Recorded {
  readonly origin = 'stored';
  readonly story = undefined;

  constructor(
    run: DrawnRun,
    readonly readEpoch: ReadEpoch,
  ) {
    super(run, run.view, run.curves.metrics(), true);
  }

  load = (): Promise<void> => Promise.resolve();
}

/** Holds the example: a run in a file, whose first epochs load before the other epochs. */
export class FileSource extends Recorded {
  readonly origin = 'example';
  readonly story: Story;
  readonly readEpoch: ReadEpoch;
  private loading: Promise<void> | undefined;

  constructor(
    start: ExampleStart,
    private readonly file: Pick<Example, 'load' | 'readEpoch'>,
  ) {
    super(start, viewRun(start.events), runMetrics(start.events), false);
    this.wholeUpTo = this.loaded;
    this.story = start.story;
    this.readEpoch = file.readEpoch;
  }

  /** Loads the whole log. May be called again after a failure. */
  load = (): Promise<void> => {
    this.loading ??= this.file.load().then(
      ({ events }) => {
        this.events = [...this.events, ...events.slice(this.events.length)];
        this.view = viewRun(this.events);
        this.metrics = runMetrics(events);
        this.isComplete = true;
      },
      (cause: unknown) => {
        this.loading = undefined;
        throw cause;
      },
    );
    return this.loading;
  };
}
