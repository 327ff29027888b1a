/**
 * @file Plays, pauses, steps and seeks any run, live or recorded. A recording needs only its log: no models, no GPU. A
 * live run cannot go back: the picture shows the past epoch while the run stays at its newest epoch.
 */
import { STAGES } from '../../genenv/log/epoch-events.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { metricsUpTo, type RunMetrics } from '../../analysis/metrics.ts';
import { epochToShow, type EpochView, isStage, lastStage, nextStage, wholeEpoch } from '../../analysis/run-view.ts';
import type { Beat } from '../../analysis/story-beats.ts';
import { meetingSpeed, OPENING, type Pace, SPEEDS, STORY_SPEEDS, storySpeed, Wait } from './pace.ts';
import { type DrawnRun, RunLog } from './run-log.svelte.ts';
import type { LiveSource, RecordedSource, RunSource } from './run-source.svelte.ts';

/**
 * `opening`: workers start. `loading`: models load. `idle`: the next stage may be requested. `running`: a stage is
 * running. `reading`: no run is open that could continue.
 */
type Phase = 'opening' | 'loading' | 'idle' | 'running' | 'reading';

type Goal = (event: RunEvent) => boolean;

/** Returns an event with its texts and tokens, taken from its whole epoch. */
const wholeEvent = (event: RunEvent, epoch: EpochView | undefined): RunEvent =>
  event.type === 'run-started' || event.type === 'settings-changed' ? event : (epoch?.[event.type] ?? event);

export class RunPlayer<Source extends RunSource = RunSource> extends RunLog {
  phase = $state<Phase>('opening');
  computing = $state(false);
  /** True after a pause request, until the current stage has finished. */
  pausing = $state(false);
  /** Speed of play. With Infinity a live run goes as fast as the adapter computes. */
  speed = $state<Pace>(Infinity);
  /** Number of a recording's events that are shown. */
  private position = $state(0);
  /** The epoch that was requested last and is loading. */
  private wanted = $state<number>();

  /** First epoch of the timeline. The timeline of a recording begins with epoch 0, the first measurement. */
  firstEpoch: number = $derived.by(() => (this.recorded ? 0 : (this.played.epochs[0]?.epoch ?? 0)));
  lastEpoch: number = $derived.by(() => this.recorded?.epochs ?? this.newestEpoch);
  epoch: number = $derived.by(() => this.pinned ?? this.newestEpoch);
  /** True if the last epoch of the run has been played. */
  finished: boolean = $derived.by(() => {
    const newest = epochToShow(this.played);
    return newest
      ? newest['epoch-ended'] !== undefined && newest.epoch >= this.source.epochs
      : this.source.epochs === 0;
  });
  canStep: boolean = $derived(this.phase === 'idle' && !this.finished);
  /** True if the run can play. A recording at its end can play again from the start. */
  canRun: boolean = $derived.by(() => (this.recorded ? this.phase === 'idle' : this.canStep));
  /** True if the picture waits for events that have not loaded yet. */
  waiting: boolean = $derived.by(() => {
    const { recorded } = this;
    if (!recorded || recorded.isComplete) return false;
    return this.asked > recorded.loaded || (this.phase === 'running' && this.position === recorded.events.length);
  });
  beat: Beat | undefined = $derived.by(() =>
    this.source.story?.beats.find(({ from, to }) => from <= this.epoch && this.epoch <= to),
  );

  /** True while workers start or models load. */
  isLoading: boolean = $derived(this.phase === 'opening' || this.phase === 'loading');

  private readonly wait = new Wait();
  /** Number of the current play. A pause, another play or an opened run changes this number, and the play stops. */
  private turn = 0;

  constructor(
    readonly source: Source,
    /** At `start`, a recording begins before its first epoch. At `end`, it shows its last epoch. */
    at: 'start' | 'end' = 'end',
  ) {
    super();
    const { recorded } = this;
    if (!recorded) return;
    this.phase = 'idle';
    this.speed = recorded.story ? 'story' : 8;
    this.rewind(recorded, at === 'end' ? recorded.epochs : 0);
  }

  get kind(): RunSource['kind'] {
    return this.source.kind;
  }

  /** Speeds to choose from, the slowest first. */
  get speeds(): readonly Pace[] {
    return this.source.story ? STORY_SPEEDS : SPEEDS;
  }

  /** Returns the epoch that is loading, or else the epoch shown. */
  get asked(): number {
    return this.wanted ?? this.epoch;
  }

  run = (): Promise<void> => this.play();
  /** Plays a recording after showing its first picture for `OPENING` seconds. */
  tell = (): Promise<void> => this.play(undefined, 1 / OPENING);
  stepStage = (): Promise<void> => this.play(isStage);
  stepEpoch = (): Promise<void> => this.play((event) => event.type === 'epoch-ended');

  pause = (): void => {
    if (this.phase !== 'running') return;
    if (this.computing) {
      this.pausing = true;
      return;
    }
    this.turn += 1;
    this.phase = 'idle';
    this.wait.cut();
  };

  /** Starts a new run with the chosen settings. A recording returns to its start. */
  reset = (): Promise<void> => (this.live ? this.live.reset() : this.seek(0));

  /**
   * Shows an epoch, and hides later ones of a recording. 0 shows the first measurement. If the newest epoch
   * of a live run is requested, the page follows the run again.
   */
  seek = async (epoch: number): Promise<void> => {
    const { recorded } = this;
    this.wanted = epoch;
    try {
      if (recorded && !recorded.isComplete && epoch > recorded.loaded) await recorded.load();
      const reading = recorded || epoch < this.lastEpoch ? this.read(epoch) : undefined;
      // If the epoch cannot be read, the problem is already shown and the picture stays.
      const isThere = !reading || (await reading);
      // Only the newest request counts. Until it is answered, the picture stays.
      if (!isThere || this.wanted !== epoch) return;
      if (recorded) this.rewind(recorded, epoch);
      else this.pinned = epoch < this.lastEpoch ? epoch : undefined;
    } finally {
      if (this.wanted === epoch) this.wanted = undefined;
    }
  };

  /** Shows a run that was opened. */
  override begin(run: DrawnRun): void {
    this.turn += 1;
    this.pausing = false;
    this.wanted = undefined;
    this.live?.begin(run);
    super.begin(run);
  }

  protected override measured(events: readonly RunEvent[]): RunMetrics {
    return this.recorded ? metricsUpTo(this.recorded.metrics, this.newestEpoch) : super.measured(events);
  }

  private get live(): LiveSource | undefined {
    const source: RunSource = this.source;
    return source.kind === 'live' ? source : undefined;
  }

  private get recorded(): RecordedSource | undefined {
    const source: RunSource = this.source;
    return source.kind === 'replay' ? source : undefined;
  }

  /** Returns the newest epoch of the log so far. 0 before the first epoch. */
  private get newestEpoch(): number {
    return epochToShow(this.played)?.epoch ?? 0;
  }

  private rewind(recorded: RecordedSource, epoch: number): void {
    this.position = recorded.lengthUpTo(epoch);
    this.draw(recorded.viewUpTo(epoch));
    this.metrics = metricsUpTo(recorded.metrics, epoch);
  }

  /**
   * Plays the run.
   * @param goal ends a step at the first matching event; default: play to the end
   * @param first stages per second until the first event of a recording
   */
  private async play(goal?: Goal, first?: number): Promise<void> {
    if (!(goal ? this.canStep : this.canRun)) return;
    const { live } = this;
    if (!live) return this.advance(goal, first);
    await live.play(() => this.advance(goal), nextStage(this.played) === STAGES[0]);
  }

  private async advance(goal?: Goal, first?: number): Promise<void> {
    const { recorded } = this;
    const turn = ++this.turn;
    const isMine = () => turn === this.turn;
    if (recorded && this.finished) this.rewind(recorded, 0);
    this.phase = 'running';
    this.pausing = false;
    try {
      if (recorded && !goal) await this.wait.for(first ?? this.stagesPerSecond());
      // Meanwhile the user may have paused and resumed the run, or moved to its end.
      while (isMine() && !this.finished) {
        const { position } = this;
        const coming = this.next();
        const event = coming instanceof Promise ? await coming : coming;
        if (!isMine() || !event) return;
        if (position !== this.position) continue;
        this.position += 1;
        this.take(event);
        this.live?.taken(event);
        if (this.pausing || this.finished || goal?.(event)) return;
        const speed = this.stagesPerSecond();
        if (!goal && isStage(event) && (recorded || Number.isFinite(speed))) await this.wait.for(speed);
      }
    } finally {
      if (isMine()) {
        this.phase = 'idle';
        this.pausing = false;
      }
    }
  }

  /** Returns the next event, or a promise if it must be computed or loaded. Null at the end. */
  private next(): RunEvent | null | Promise<RunEvent | null> {
    const { recorded } = this;
    if (!recorded) return this.compute();
    const event = recorded.events[this.position];
    if (!event) return recorded.isComplete ? null : recorded.load().then(() => this.next());
    if (event.type === 'run-started') return event;
    const whole = () => wholeEvent(event, this.heldEpoch(event.epoch));
    return this.read(event.epoch)?.then(whole) ?? whole();
  }

  private async compute(): Promise<RunEvent | null> {
    this.computing = true;
    try {
      return (await this.live?.next()) ?? null;
    } finally {
      this.computing = false;
    }
  }

  /** Reads a past epoch. Returns undefined if the epoch is in memory. Resolves to false if it cannot be read. */
  private read(epoch: number): Promise<boolean> | undefined {
    const { source, recorded } = this;
    const isThere = this.heldEpoch(epoch) !== undefined || (recorded && !recorded.isOutline(epoch));
    if (isThere || epoch <= 0) return undefined;
    const { id } = source;
    return source.readEpoch(epoch).then((events) => {
      const { epochs } = recorded?.view ?? this.played;
      const outline = epochs.find((one) => one.epoch === epoch);
      // The user may have opened another run meanwhile.
      if (events.length === 0 || !outline || id !== source.id) return false;
      this.hold(wholeEpoch(outline, events));
      return true;
    });
  }

  private stagesPerSecond(): number {
    if (this.speed !== 'story') return this.speed;
    const meeting = this.source.story?.followed?.meetings.findIndex(({ epoch }) => epoch === this.epoch) ?? -1;
    const stage = lastStage(epochToShow(this.view));
    if (meeting >= 0 && stage) return meetingSpeed(stage, meeting === 0);
    // Outside of beats, an epoch takes one second.
    return this.beat ? storySpeed(this.beat.to - this.beat.from + 1) : STAGES.length;
  }
}
