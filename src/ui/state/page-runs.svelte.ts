/**
 * @file Holds the runs on the page: the open run, and a recording in front of it. Each can be replaced by another run.
 * A run that the user leaves before its first epoch has finished is deleted.
 */
import { epochToShow } from '../../analysis/run-view.ts';
import type { EpochEnded, RunEvent } from '../../genenv/log/events.ts';
import { presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { SessionState } from '../../runs/open-run.ts';
import type { RunRecord } from '../../store/run-store.ts';
import { text } from '../../text/text.ts';
import type { Coordinator } from '../../../workers/run/coordinator.ts';
import { turn } from '../shared/yield-to-main.ts';
import { errorSentence, type Said, Trying } from '../shared/problems.svelte.ts';
import { ChosenSettings } from './chosen-settings.svelte.ts';
import type { Example } from './example.ts';
import { RunLibrary, Comparison } from './run-library.svelte.ts';
import { type DrawnRun, readStored } from './run-log.svelte.ts';
import { RunPlayer } from './run-player.svelte.ts';
import { FileSource, type LivePage, LiveSource, type RecordedSource, StoredSource } from './run-source.svelte.ts';

export const DEFAULT_PRESET: PresetName = 'discovery';

type Recording = RunPlayer<RecordedSource>;

export class PageRuns extends Trying implements LivePage {
  readonly library: RunLibrary;
  readonly chosen = new ChosenSettings(presetSettings(DEFAULT_PRESET));
  /** Player of the open run, or else of the run that was open last. */
  readonly live: RunPlayer<LiveSource>;
  /** Player of a recording in front of the live run, or before a live run has started. */
  replay = $state.raw<Recording>();
  readonly comparison: Comparison;
  /** The recording that the user left by starting a run. */
  private leftRecording = $state.raw<Recording>();
  /** Replay of a stored run, to which the user can return from the example. */
  protected behind = $state.raw<Recording>();
  /** Notices about the open run. */
  private said = $state.raw<readonly Said[]>([]);
  /** Record of the run in `live`, as it was when its log was read. */
  private drawn: RunRecord | undefined;
  /** Id of the run that was open before. */
  private leftRun: string | undefined;

  shown: RunPlayer = $derived.by(() => this.replay ?? this.live);
  /** The recording that the user left. Its picture stays until the new run has one. */
  still: Recording | undefined = $derived.by(() => (epochToShow(this.live.view) ? undefined : this.leftRecording));
  pictured: RunPlayer = $derived.by(() => this.still ?? this.shown);
  /** True if a run is open and its models are loaded. */
  hasModels: boolean = $derived.by(() => this.live.phase === 'idle' || this.live.phase === 'running');

  constructor(readonly coordinator: Coordinator) {
    super();
    this.library = new RunLibrary(coordinator.runs);
    this.live = new RunPlayer(new LiveSource(this));
    this.comparison = new Comparison(coordinator.runs, () => this.runId);
  }

  /** Stored runs with at least one finished epoch. */
  get runs(): readonly RunRecord[] {
    return this.library.runs.filter(({ epochs }) => epochs > 0);
  }

  /** The open run's stored record. */
  get record(): RunRecord | undefined {
    return this.library.runs.find(({ id }) => id === this.runId);
  }

  get runId(): string | undefined {
    return this.live.source.id;
  }

  get notices(): readonly string[] {
    return this.said.map((said) => said());
  }

  /** Adds a notice about the open run. */
  notify = (said: Said): void => {
    this.said = [...this.said, said];
  };

  openWith = (settings: Settings): Promise<void> =>
    this.trying(() => {
      this.leaveRecording();
      return this.openNew(settings);
    });

  /** Starts a new run with the chosen settings, including the seed. */
  reset = (): Promise<void> => this.openWith($state.snapshot(this.chosen.all));

  openRun = (id: string): Promise<void> => this.trying(() => this.openStored(id));

  /** Shows a stored run from its beginning, without models. */
  replayRun = (id: string): Promise<void> => this.trying(() => this.closeAndReplay(id, 'start'));

  /** Starts a run that copies the open one up to an epoch with kept weights. Compares both runs. */
  branch = (epoch: number): Promise<void> =>
    this.trying(async () => {
      const parent = this.record;
      if (!parent) return;
      this.leaveRecording();
      const name = text.runs.branchName({ parent: parent.name, epoch: String(epoch) });
      await this.open(() => this.coordinator.session.branch({ runId: parent.id, epoch }, name));
      await this.comparison.choose(() => this.coordinator.runs.read(parent.id));
    });

  compareWith = (id: string | undefined): Promise<void> =>
    this.trying(() => this.comparison.choose(id === undefined ? undefined : () => this.coordinator.runs.read(id)));

  beforeStages(): void {
    const { replay } = this;
    this.leaveRecording();
    this.leftRecording = replay;
  }

  afterEpoch({ epoch }: EpochEnded): void {
    this.library.setEpochs(this.runId, epoch);
    this.compare(() => this.comparison.update());
  }

  /** Reads a past epoch with its texts and tokens. */
  readEpoch(id: string, epoch: number): Promise<readonly RunEvent[]> {
    return this.orReported(this.coordinator.runs.readEpoch(id, epoch));
  }

  /** Opens a new run. A recording stays in front of the new run until the first stage is requested. */
  protected openNew(settings: Settings): Promise<void> {
    return this.open(() => this.coordinator.session.open({ settings }));
  }

  /** Opens a stored run, or replays it if it has no weights, is open in another tab, or fails to open. */
  protected async openStored(id: string): Promise<void> {
    const { stored, checkpoints } = await this.loading(async () => {
      const stored = await this.read(id);
      return { stored, ...(await this.library.details(stored.record)) };
    });
    if (stored.record.epochs > 0 && checkpoints.length === 0) return this.closeAndReplay(id, 'end', stored);
    this.leaveRecording();
    // Draw now, because the run's models load later.
    this.show(stored);
    try {
      await this.open(() => this.coordinator.session.open({ runId: id }));
    } catch (error) {
      this.showRecording(stored, 'end');
      if ((error as { code?: unknown }).code !== 'run-open-elsewhere') throw error;
      this.notify(() => errorSentence(error as Error));
      await this.removeLeftRun();
    }
  }

  private async open(opening: () => Promise<SessionState>): Promise<void> {
    await this.loading(async () => {
      const state = await opening();
      const { id, eventCount } = state.record;
      // Another tab may have extended the run before it was opened here.
      if (this.drawn?.id !== id || this.drawn.eventCount !== eventCount) this.show(await this.read(id));
      this.chosen.open(state);
      this.live.source.players = state.players;
      this.said = state.notices.map((notice) => () => errorSentence(notice));
      this.live.phase = 'idle';
    });
    await this.removeLeftRun();
  }

  /** Closes the open run, and replays a stored one. @param known the stored run, if already read and unchanged */
  protected async closeAndReplay(id: string, at: 'start' | 'end', known?: DrawnRun): Promise<void> {
    const stored = await this.loading(async () => {
      await this.coordinator.session.close();
      return known ?? this.read(id);
    });
    this.live.phase = 'reading';
    this.showRecording(stored, at);
    await this.removeLeftRun();
  }

  /** Does the work of reading or opening another run. Meanwhile no stage can be requested. */
  private async loading<Result>(work: () => Promise<Result>): Promise<Result> {
    this.live.phase = 'loading';
    try {
      return await work();
    } catch (error) {
      this.live.phase = 'reading';
      throw error;
    }
  }

  protected read(id: string): Promise<DrawnRun> {
    return readStored(this.coordinator.runs, id);
  }

  /** Returns the events of an epoch. If they cannot be read, shows the problem and returns none. */
  protected async orReported(reading: Promise<readonly RunEvent[]>): Promise<readonly RunEvent[]> {
    try {
      return await reading;
    } catch (error) {
      this.tell(error);
      return [];
    }
  }

  /** Shows the log of a stored run. */
  private show(stored: DrawnRun): void {
    if (this.runId !== stored.record.id) this.leftRun = this.runId;
    this.drawn = stored.record;
    this.live.begin(stored);
    this.compare(() => this.comparison.restart());
  }

  /** Shows a stored run without opening it. */
  protected showRecording(stored: DrawnRun, at: 'start' | 'end'): void {
    this.said = [];
    this.show(stored);
    this.leaveRecording();
    const { id } = stored.record;
    this.replay = new RunPlayer(new StoredSource(stored, (epoch) => this.readEpoch(id, epoch)), at);
  }

  /** Removes the run that was left if no epoch of it has finished, and lists the runs again. */
  private async removeLeftRun(): Promise<void> {
    const left = this.library.runs.find(({ id }) => id === this.leftRun);
    this.leftRun = undefined;
    if (left?.epochs === 0) await this.coordinator.runs.remove(left.id);
    await this.library.refresh();
  }

  protected leaveRecording(): void {
    this.replay?.pause();
    this.replay = this.leftRecording = this.behind = undefined;
  }

  /**
   * Shows the example in front of the open run.
   * @param isWanted called after loading, because a run may have begun meanwhile
   * @param at epoch, or lesson, to pause at. By default the example plays, unless the system asks for reduced motion
   * @returns false if the example has no epoch for the lesson, and then shows its end
   * @throws CodedError if the example cannot be loaded
   */
  protected async showExample(example: Example, isWanted: () => boolean, at?: number | string): Promise<boolean> {
    const start = await example.start();
    if (!isWanted()) return true;
    const replay = new RunPlayer(new FileSource(start, example), 'start');
    const epoch = typeof at === 'string' ? start.moments[at] : (at ?? 1);
    await replay.seek(Math.min(epoch ?? Infinity, replay.lastEpoch));
    // Draw in another browser task, so that the page stays responsive.
    await turn();
    if (!isWanted()) return true;
    const behind = this.replay?.source.origin === 'stored' ? this.replay : this.behind;
    this.leaveRecording();
    this.replay = replay;
    this.behind = behind;
    // Ignore a failure, because the player loads the rest again when it needs it.
    replay.source.load().catch(() => {});
    if (at === undefined && example.playsByItself) void replay.tell();
    return epoch !== null;
  }

  /** Starts a comparison without waiting for it, and shows its failure as a problem. */
  private compare(work: () => Promise<void>): void {
    work().catch(this.tell);
  }
}
