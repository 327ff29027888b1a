/**
 * @file The replay of a recorded run: its events one after the other, with the controls of a live run, and a jump to any
 * epoch. It needs only the log: no models, no GPU.
 */
import { STAGES } from '../../genenv/epoch-stages.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { runMetrics, type RunMetrics } from '../../analysis/metrics.ts';
import type { StoredRun } from '../../../workers/coordinator/contract.ts';
import { type Pace, SPEEDS, STORY_SPEEDS, storySpeed, Wait } from './pace.ts';
import type { Phase, RunSource } from './run-source.ts';
import { addEvent, emptyRun, isStage, type RunView, viewRun } from '../../analysis/run-view.ts';
import type { Beat } from '../../analysis/story-beats.ts';

export interface ReplayOptions {
  /** The run that comes with the page, or a stored one. */
  origin: 'example' | 'stored';
  /** Where it begins: before the first epoch, or with all that was recorded. */
  at: 'start' | 'end';
  /** The story that it tells, in order. */
  beats?: readonly Beat[];
}

export class Replay implements RunSource {
  readonly kind = 'replay';
  readonly name: string;
  readonly origin: ReplayOptions['origin'];
  /** Before the first epoch there is what was measured then. */
  readonly firstEpoch = 0;
  readonly lastEpoch: number;
  readonly beats: readonly Beat[];
  readonly speeds: readonly Pace[];

  phase = $state<Phase>('idle');
  readonly computing = false;
  readonly pausing = false;
  readonly pinned = undefined;
  /** Events shown so far. */
  private position = $state(0);
  view = $state.raw<RunView>(emptyRun);
  metrics = $state.raw<RunMetrics>(runMetrics([]));
  speed = $state<Pace>(8);
  finished: boolean = $derived.by(() => this.position === this.events.length);
  /** At the end, playing starts from the beginning. */
  canRun: boolean = $derived(this.phase === 'idle');
  canStep: boolean = $derived(this.phase === 'idle' && !this.finished);
  /** The newest epoch shown; 0 before the first. */
  epoch: number = $derived(this.view.epochs.at(-1)?.epoch ?? 0);
  beat: Beat | undefined = $derived.by(() => this.beats.find(({ from, to }) => from <= this.epoch && this.epoch <= to));

  private readonly events: readonly RunEvent[];
  private readonly wait = new Wait();
  /** Counts who plays: one that is not the newest stops. */
  private turn = 0;

  constructor({ record, events }: StoredRun, { origin, at, beats = [] }: ReplayOptions) {
    this.name = record.name;
    this.origin = origin;
    this.events = events;
    this.lastEpoch = record.epochs;
    this.beats = beats;
    this.speeds = beats.length ? STORY_SPEEDS : SPEEDS;
    if (beats.length) this.speed = 'story';
    this.show(at === 'end' ? events.length : this.lengthUpTo(0));
  }

  /** What the agent ran on when this was recorded. */
  get adapter(): string {
    const [started] = this.events;
    return started?.type === 'run-started' ? started.agent.runtime : '';
  }

  run = async (): Promise<void> => {
    if (!this.canRun) return;
    if (this.finished) this.seek(0);
    this.phase = 'running';
    const turn = ++this.turn;
    while (!this.finished) {
      await this.wait.for(this.stagesPerSecond());
      // Paused meanwhile, and perhaps playing again; or moved to the end.
      if (turn !== this.turn) return;
      if (!this.finished) this.take();
    }
    this.phase = 'idle';
  };

  pause = (): void => {
    this.turn += 1;
    this.phase = 'idle';
    this.wait.cut();
  };

  stepStage = async (): Promise<void> => this.takeUntil(isStage);
  stepEpoch = async (): Promise<void> => this.takeUntil((event) => event.type === 'epoch-ended');
  reset = async (): Promise<void> => this.seek(0);

  /** Shows everything up to the end of an epoch; 0: what was before the first. */
  seek = (epoch: number): void => this.show(this.lengthUpTo(epoch));

  private stagesPerSecond(): number {
    if (this.speed !== 'story') return this.speed;
    // Before the first epoch, and where the story has nothing to tell, an epoch goes by in a second.
    return this.beat ? storySpeed(this.beat.to - this.beat.from + 1) : STAGES.length;
  }

  private takeUntil(isGoal: (event: RunEvent) => boolean): void {
    while (this.canStep) if (isGoal(this.take())) return;
  }

  private take(): RunEvent {
    const event = this.events[this.position];
    this.position += 1;
    this.view = addEvent(this.view, event);
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.measure();
    return event;
  }

  private show(length: number): void {
    this.position = length;
    this.view = viewRun(this.events.slice(0, length));
    this.measure();
  }

  private measure(): void {
    this.metrics = runMetrics(this.events.slice(0, this.position));
  }

  private lengthUpTo(epoch: number): number {
    if (epoch <= 0) return this.events[0]?.type === 'run-started' ? 1 : 0;
    return this.events.findIndex((event) => event.type === 'epoch-ended' && event.epoch === epoch) + 1;
  }
}
