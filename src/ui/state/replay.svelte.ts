/**
 * @file The replay of a recorded run: its events one after the other, with the controls of a live run, and a jump to any
 * epoch. It needs only the log: no models, no GPU. Where the log holds outlines, an epoch is read before it is shown.
 */
import { STAGES } from '../../genenv/log/epoch-events.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { metricsUpTo, runMetrics, type RunMetrics } from '../../analysis/metrics.ts';
import type { StoredRun } from '../../../workers/run/contract.ts';
import type { Story } from './example-start.ts';
import { meetingSpeed, OPENING, type Pace, SPEEDS, STORY_SPEEDS, storySpeed, Wait } from './pace.ts';
import type { Phase, RunPlayer } from './run-player.svelte.ts';
import {
  addEvent,
  emptyRun,
  epochToShow,
  isStage,
  lastStage,
  outlineEpoch,
  type RunView,
  viewRun,
  wholeEpoch,
} from '../../analysis/run-view.ts';
import type { Beat } from '../../analysis/story-beats.ts';

export interface ReplayOptions {
  /** The run that comes with the page, or a stored one. */
  origin: 'example' | 'stored';
  /** The place where it begins: before the first epoch, or with all that was recorded. */
  at: 'start' | 'end';
  story?: Story;
  /** The whole log, where what is given are its first epochs alone; asked for again after a failure. */
  readWhole?(): Promise<StoredRun>;
  /** The events of an epoch, empty where they could not be read; absent where the log is whole. Must not reject. */
  readEpoch?(epoch: number): Promise<readonly RunEvent[]>;
  /** The view and the curves of the whole log, where they were made already: those of a long run take a while. */
  drawn?: { view: RunView; metrics: RunMetrics };
}

/** An epoch in the log: the places of its events. */
interface EpochPlace {
  epoch: number;
  start: number;
  end: number;
}

/** A log, or its first epochs, with what is drawn of it. */
interface Log {
  events: readonly RunEvent[];
  places: readonly EpochPlace[];
  /** That of an earlier moment has its first epochs. */
  view: RunView;
  metrics: RunMetrics;
}

/** The number of epochs that are held whole: the one that is shown and its neighbours. */
const HELD = 4;

export class Replay implements RunPlayer {
  readonly kind = 'replay';
  readonly name: string;
  readonly origin: ReplayOptions['origin'];
  /** Before the first epoch there is what was measured then. */
  readonly firstEpoch = 0;
  readonly lastEpoch: number;
  readonly story: Story | undefined;
  readonly speeds: readonly Pace[];

  phase = $state<Phase>('idle');
  readonly computing = false;
  readonly pausing = false;
  readonly pinned = undefined;
  private position = $state(0);
  view = $state.raw<RunView>(emptyRun);
  metrics = $state.raw<RunMetrics>(runMetrics([]));
  speed = $state<Pace>(8);
  finished: boolean = $derived.by(() => this.isWhole && this.position === this.log.events.length);
  /** At the end, playing starts from the beginning. */
  canRun: boolean = $derived(this.phase === 'idle');
  canStep: boolean = $derived(this.phase === 'idle' && !this.finished);
  /** The newest epoch shown; 0 before the first. */
  epoch: number = $derived(epochToShow(this.view)?.epoch ?? 0);
  beat: Beat | undefined = $derived.by(() =>
    this.story?.beats.find(({ from, to }) => from <= this.epoch && this.epoch <= to),
  );

  /** The part of the log that is there: all of it, or its first epochs. */
  private log: Log;
  private isWhole: boolean;
  private loading: Promise<void> | undefined;
  private readonly readWhole: ReplayOptions['readWhole'];
  private readonly readEpoch: ReplayOptions['readEpoch'];
  /** Epochs that were read, the newest last. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing is drawn again because it grows
  private readonly read = new Map<number, readonly RunEvent[]>();
  /** The epoch that is being read to be shown: those asked for before it may still be on their way. */
  private wanted = $state<number>();
  /** True while the next epoch, or the one asked for, is not there yet: the picture stays until it is. */
  waiting: boolean = $derived.by(
    () => !this.isWhole && (this.asked > this.log.places.length || (this.phase === 'running' && this.isAtEnd)),
  );
  private readonly wait = new Wait();
  /** Counts who plays: one that is not the newest stops. */
  private turn = 0;

  constructor({ record, events }: StoredRun, { origin, at, story, readWhole, readEpoch, drawn }: ReplayOptions) {
    this.name = record.name;
    this.origin = origin;
    this.log = $state.raw(logOf(events, drawn));
    this.isWhole = $state(readWhole === undefined);
    this.readWhole = readWhole;
    this.readEpoch = readEpoch;
    this.lastEpoch = record.epochs;
    this.story = story;
    this.speeds = story ? STORY_SPEEDS : SPEEDS;
    if (story) this.speed = 'story';
    this.show(at === 'end' ? events.length : this.lengthUpTo(0));
  }

  get asked(): number {
    return this.wanted ?? this.epoch;
  }

  /** The agent's adapter when this was recorded. */
  get adapter(): string {
    const [started] = this.log.events;
    return started?.type === 'run-started' ? started.agent.runtime : '';
  }

  run = (): Promise<void> => this.play();
  /** Plays; the picture that stands there stays for a while. */
  tell = (): Promise<void> => this.play(1 / OPENING);

  pause = (): void => {
    this.turn += 1;
    this.phase = 'idle';
    this.wait.cut();
  };

  stepStage = (): Promise<void> => this.takeUntil(isStage);
  stepEpoch = (): Promise<void> => this.takeUntil((event) => event.type === 'epoch-ended');
  reset = async (): Promise<void> => this.seek(0);

  /** Shows everything up to the end of an epoch; 0: what was before the first. */
  seek = async (epoch: number): Promise<void> => {
    this.wanted = epoch;
    try {
      if (epoch > (this.log.places.at(-1)?.epoch ?? 0)) await this.load();
      const place = this.log.places.find((one) => one.epoch === epoch);
      if (place && this.isUnread(place)) await this.fetch(place);
      // The newest question counts; until then the picture stays as it is.
      if (this.wanted === epoch) this.show(this.lengthUpTo(epoch));
    } finally {
      if (this.wanted === epoch) this.wanted = undefined;
    }
  };

  /** The whole log, where only its beginning is there: outlines, of which those of the beginning are held. */
  load(): Promise<void> {
    if (this.isWhole || !this.readWhole) return Promise.resolve();
    this.loading ??= this.readWhole().then(
      ({ events }) => {
        for (const { epoch, start, end } of this.log.places) this.read.set(epoch, this.log.events.slice(start, end));
        this.log = logOf(events);
        this.isWhole = true;
      },
      (cause: unknown) => {
        this.loading = undefined;
        throw cause;
      },
    );
    return this.loading;
  }

  /** @param first stages per second until the first stage */
  private async play(first?: number): Promise<void> {
    if (!this.canRun) return;
    if (this.finished) await this.seek(0);
    this.phase = 'running';
    const turn = ++this.turn;
    const isMine = () => turn === this.turn;
    try {
      await this.wait.for(first ?? this.stagesPerSecond());
      // Paused meanwhile, and perhaps playing again; or moved to the end.
      while (isMine() && !this.finished) {
        await this.readNext();
        if (!isMine()) return;
        if (!this.finished) this.take();
        if (!this.finished) await this.wait.for(this.stagesPerSecond());
      }
    } finally {
      if (isMine()) this.phase = 'idle';
    }
  }

  private stagesPerSecond(): number {
    if (this.speed !== 'story') return this.speed;
    const meeting = this.story?.followed?.meetings.findIndex(({ epoch }) => epoch === this.epoch) ?? -1;
    const stage = lastStage(epochToShow(this.view));
    if (meeting >= 0 && stage) return meetingSpeed(stage, meeting === 0);
    // Before the first epoch, and where the story has nothing to tell, an epoch goes by in a second.
    return this.beat ? storySpeed(this.beat.to - this.beat.from + 1) : STAGES.length;
  }

  private async takeUntil(isGoal: (event: RunEvent) => boolean): Promise<void> {
    await this.readNext();
    while (this.canStep) if (isGoal(this.take())) return;
  }

  private take(): RunEvent {
    const event = this.whole(this.position);
    this.position += 1;
    this.view = addEvent(this.view, event);
    if (this.readEpoch) this.forget();
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.measure();
    return event;
  }

  /** @param length events of whole epochs, or of none */
  private show(length: number): void {
    this.position = length;
    const { view, places } = this.log;
    const { started } = view;
    const shown = places.findLast(({ end }) => end <= length)?.epoch ?? -Infinity;
    const epochs = view.epochs.filter(({ epoch }) => epoch <= shown);
    for (const [place, epoch] of epochs.entries()) {
      const events = this.read.get(epoch.epoch);
      if (events) epochs[place] = wholeEpoch(epoch, events);
    }
    const changes = epochs.flatMap((epoch) => epoch.changes.map((event) => event.changes));
    this.view =
      length === 0 || !started
        ? emptyRun
        : { started, settings: Object.assign({}, started.settings, ...changes), epochs };
    this.measure();
  }

  private measure(): void {
    const last = this.view.epochs.findLast((epoch) => epoch['epoch-ended'])?.epoch;
    this.metrics = metricsUpTo(this.log.metrics, last ?? (this.view.started ? 0 : -1));
  }

  /** The event at a place of the log: all of it, where its epoch was read. */
  private whole(position: number): RunEvent {
    const place = this.placeOf(position);
    return (place && this.read.get(place.epoch)?.[position - place.start]) ?? this.log.events[position];
  }

  /** Keeps the two newest epochs whole: the last one with rollouts is one of them. */
  private forget(): void {
    const { epochs } = this.view;
    if (epochs.length > 2) this.view = { ...this.view, epochs: epochs.with(-3, outlineEpoch(epochs.at(-3)!)) };
  }

  private placeOf(position: number): EpochPlace | undefined {
    return this.log.places.find(({ end }) => position < end);
  }

  private get isAtEnd(): boolean {
    return this.position === this.log.events.length;
  }

  /** Reads the epoch of the next event, where that has to be. */
  private async readNext(): Promise<void> {
    if (this.isAtEnd) await this.load();
    const place = this.placeOf(this.position);
    if (place && this.isUnread(place)) await this.fetch(place);
  }

  private isUnread({ epoch, end }: EpochPlace): boolean {
    // A beginning comes whole, and so does the newest epoch of a log.
    return this.readEpoch !== undefined && this.isWhole && end < this.log.events.length && !this.read.has(epoch);
  }

  private async fetch({ epoch }: EpochPlace): Promise<void> {
    const events = await this.readEpoch?.(epoch);
    if (!events?.length) return;
    this.read.set(epoch, events);
    for (const oldest of [...this.read.keys()].slice(0, Math.max(0, this.read.size - HELD))) this.read.delete(oldest);
  }

  private lengthUpTo(epoch: number): number {
    const { events } = this.log;
    if (epoch <= 0) return events[0]?.type === 'run-started' ? 1 : 0;
    return events.findIndex((event) => event.type === 'epoch-ended' && event.epoch === epoch) + 1;
  }
}

const logOf = (events: readonly RunEvent[], drawn?: ReplayOptions['drawn']): Log => ({
  events,
  places: placesOf(events),
  view: drawn?.view ?? viewRun(events),
  metrics: drawn?.metrics ?? runMetrics(events),
});

/** The finished epochs of a log. The start of the run belongs to the first. */
function placesOf(events: readonly RunEvent[]): EpochPlace[] {
  const places: EpochPlace[] = [];
  events.forEach((event, i) => {
    if (event.type === 'epoch-ended') places.push({ epoch: event.epoch, start: places.at(-1)?.end ?? 0, end: i + 1 });
  });
  return places;
}
