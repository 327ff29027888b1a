/**
 * @file The state of the page: which run is open, how far it is, and what a person asked for. Every component draws from
 * this; every button calls one of its methods. It asks the coordinator for one stage after the other, so that pausing is
 * simply not asking.
 */
import type { RunEvent } from '../../../genenv/events.ts';
import { runMetrics, type RunMetrics } from '../../../analysis/metrics.ts';
import { presetSettings, type PresetName } from '../../../genenv/settings/presets.ts';
import type { PolicyDescription } from '../../../policy/policy.ts';
import { diffSettings, type SettingName, type Settings } from '../../../genenv/settings/settings.ts';
import { fixedSettings } from '../../../runs/live-settings.ts';
import type { SessionState } from '../../../runs/session-contract.ts';
import type { ReadShare, Shared } from '../../../runs/share-url.ts';
import type { SignalQuestion, SignalSlice } from '../../../runs/signal/measured-signal.ts';
import type { RunRecord } from '../../../store/run-store.ts';
import type { Coordinator, StoredRun } from '../../../../workers/coordinator/contract.ts';
import { compareLogs, type LogComparison } from './compare-logs.ts';
import { missingWebGpu, problemOf, type Problem } from '../../shared/problems.ts';
import type { Example } from './replay/example.ts';
import { Replay, type ReplayOptions } from './replay/replay.svelte.ts';
import type { Phase, RunSource } from './run-source.ts';
import { addEvent, emptyRun, nextStage, viewRun, type RunView } from './run-view.ts';
import { STAGES } from '../../../genenv/events.ts';
import type { PoolReader } from '../pools/pools-page.svelte.ts';
import { RunLibrary, type RunDownload } from '../runs/run-library.svelte.ts';
import { text } from '../../../text/en/page.ts';
import { rolloutsPerSecond, Throughput, type Measurement } from './throughput.ts';

const TELEMETRY_INTERVAL = 400;
const DEFAULT_PRESET: PresetName = 'discovery';

const sameSettings = (a: Settings, b: Settings): boolean => Object.keys(diffSettings(a, b)).length === 0;

export class RunPage implements RunSource {
  readonly kind = 'live';
  phase = $state<Phase>('opening');
  pausing = $state(false);
  finished = $state(false);
  /** Whether this browser can make runs, as far as is known. */
  hasGpu = $state(true);
  problem = $state.raw<Problem>();
  notices = $state.raw<readonly string[]>([]);

  readonly library: RunLibrary;
  runId = $state<string>();
  view = $state.raw<RunView>(emptyRun);
  metrics = $state.raw<RunMetrics>(runMetrics([]));
  players = $state.raw<{ agent: PolicyDescription; environment: PolicyDescription }>();

  /** In force from the next stage on. */
  private inForce = $state.raw<Settings>(presetSettings(DEFAULT_PRESET));
  /** Chosen, but part of what a run is: used by the next Reset. */
  private forNextRun = $state.raw<Partial<Settings>>({});
  /** Live changes whose first stage has not ended yet. */
  pending = $state.raw<Partial<Settings>>({});
  settings: Settings = $derived({ ...this.inForce, ...this.forNextRun });
  /** What a link to this page holds; a lesson stays a lesson. */
  shared: Shared = $derived.by(() => ({ settings: this.settings, hidden: this.link?.hidden ?? [] }));

  /** A recorded run in place of a live one, or in front of one in which nothing has happened yet. */
  replay = $state.raw<Replay>();
  /** What is drawn. */
  shown: RunSource = $derived.by(() => this.replay ?? this);
  /** What the controls drive: the example leaves them to the run that is to come. */
  driven: RunSource = $derived.by(() => (this.replay?.origin === 'stored' ? this.replay : this));

  /** The past epoch that the loop shows; undefined: it follows the run. */
  pinnedEpoch = $state<number>();

  measurement = $state.raw<Measurement>();
  tokensPerSecond = $state<number>();
  rolloutsPerSecond = $state<number>();

  compared = $state.raw<StoredRun>();
  comparison = $state.raw<LogComparison>();

  canStep: boolean = $derived(this.phase === 'idle' && !this.finished);
  canRun: boolean = $derived(this.canStep);

  get runs(): readonly RunRecord[] {
    return this.library.runs;
  }

  /** What of the link could not be used, as sentences. */
  get linkProblems(): readonly string[] {
    return this.link?.problems ?? [];
  }

  private log: RunEvent[] = [];
  private throughput = new Throughput();
  /** When the epoch under way began; undefined where it was stepped or paused, so that its time says nothing. */
  private epochBegan: number | undefined;

  /**
   * @param link the shared settings the page was opened with, if any
   * @param example shown while there is no run yet
   */
  constructor(
    private readonly coordinator: Coordinator,
    private readonly link?: ReadShare,
    private readonly example?: Example,
  ) {
    this.library = new RunLibrary(coordinator);
  }

  /** The newest stored run, or a first one; of a link, one with its settings. */
  async start(): Promise<void> {
    await this.attempt(async () => {
      await this.library.open();
      const asked = this.link?.settings;
      const stored = this.runs.find(({ settings }) => !asked || sameSettings(settings as Settings, asked));
      if (!stored && !asked) void this.showExample();
      const missing = missingWebGpu();
      if (missing) {
        this.hasGpu = false;
        this.problem = missing;
        this.phase = 'reading';
        if (stored) this.tell(await this.coordinator.read(stored.id), 'end');
        else if (asked) this.inForce = asked;
        return;
      }
      if (stored) await this.openStored(stored.id);
      // A run that began with the link's settings may have been given others since.
      if (!stored || (asked && !sameSettings(this.settings, asked)))
        await this.openNew(asked ?? presetSettings(DEFAULT_PRESET));
    });
  }

  run = (): Promise<void> => this.advance(() => false);
  stepStage = (): Promise<void> => this.advance((event) => STAGES.some((stage) => stage === event.type));
  stepEpoch = (): Promise<void> => this.advance((event) => event.type === 'epoch-ended');

  pause = (): void => {
    this.pausing = true;
  };

  /** A new run with the settings as chosen, the seed among them. */
  reset = (): Promise<void> => this.attempt(() => this.openNew($state.snapshot(this.settings), 'instead'));

  choosePreset = (preset: PresetName): Promise<void> =>
    this.attempt(() => this.openNew(presetSettings(preset), 'instead'));

  openRun = (id: string): Promise<void> => this.attempt(() => this.openStored(id));

  /** Shows a stored run from its beginning, without models. */
  replayRun = (id: string): Promise<void> => this.attempt(async () => this.tell(await this.leaveFor(id), 'start'));

  /** Shows one finished epoch: of the open run in the loop, of any other stored run in a replay. */
  showEpoch = (id: string, epoch: number): Promise<void> =>
    this.attempt(async () => {
      if (id !== this.runId) this.tell(await this.leaveFor(id), 'start');
      if (this.replay?.origin === 'stored') return this.replay.seek(epoch);
      this.leaveReplay();
      this.pinnedEpoch = epoch;
    });

  /** Stores the runs of files, and shows the last of them. */
  importFiles = (files: readonly File[]): Promise<void> =>
    this.attempt(async () => {
      const last = await this.library.importFiles(files);
      if (last) this.tell(await this.leaveFor(last.id), 'end');
    });

  /** The file of a stored run; undefined where it could not be made, which is told. */
  exportRun = async (run: RunRecord, weights: boolean): Promise<RunDownload | undefined> => {
    let file: RunDownload | undefined;
    await this.attempt(async () => {
      file = await this.library.exported(run, weights);
    });
    return file;
  };

  /** It can be brought back, until another is deleted or its message is closed. */
  removeRun = (run: RunRecord): Promise<void> =>
    this.attempt(async () => {
      const { id } = run;
      await this.library.discard(run);
      if (this.compared?.record.id === id) await this.compareWith(undefined);
      if (id !== this.runId) return;
      const [newest] = this.runs;
      await (newest ? this.openStored(newest.id) : this.openNew(presetSettings(DEFAULT_PRESET)));
    });

  restoreRun = (): Promise<void> => this.attempt(() => this.library.restore());
  forgetRun = (): Promise<void> => this.attempt(() => this.library.forget());

  compareWith = (id: string | undefined): Promise<void> =>
    this.attempt(async () => {
      this.comparison = undefined;
      this.compared = id === undefined ? undefined : await this.coordinator.read(id);
      this.compare();
    });

  /** Live settings hold from the next stage on; those that define a run wait for Reset. */
  change = (change: Partial<Settings>): Promise<void> =>
    this.attempt(async () => {
      const entries = Object.entries(change) as [SettingName, unknown][];
      const fixed = Object.fromEntries(entries.filter(([name]) => this.definesRun(name)));
      const live: Partial<Settings> = Object.fromEntries(entries.filter(([name]) => !this.definesRun(name)));
      this.forNextRun = { ...this.forNextRun, ...fixed };
      if (Object.keys(live).length === 0) return;
      const before = this.inForce;
      this.inForce = { ...before, ...live };
      this.pending = { ...this.pending, ...live };
      try {
        const event = await this.coordinator.changeSettings(live);
        if (event) this.take(event);
        else this.pending = {};
        if ('epochs' in live) this.finished = false;
      } catch (error) {
        this.inForce = before;
        this.pending = {};
        throw error;
      }
    });

  /** The pools of stored runs, for the page that shows them. */
  get stored(): PoolReader {
    return this.coordinator;
  }

  /** Stored runs, for the pages that draw them. */
  readonly reader = {
    runs: (): Promise<RunRecord[]> => this.coordinator.runs(),
    read: (id: string): Promise<StoredRun> => this.coordinator.read(id),
  };

  /** Proposition 1 on the open run's agent, between two stages. */
  measureSignal = (question: SignalQuestion): Promise<SignalSlice> => this.coordinator.measureSignal(question);

  /** Without a run that could go on, every setting is for the next one. */
  definesRun = (name: SettingName): boolean => this.phase === 'reading' || fixedSettings.has(name);

  /** After a failure: the run goes on after its last stored epoch, or the page starts over. */
  retry = (): Promise<void> => {
    const id = this.runId;
    return id === undefined ? this.start() : this.attempt(() => this.openStored(id));
  };

  closeProblem = (): void => {
    this.problem = undefined;
  };

  report(error: unknown): void {
    this.problem = problemOf(error);
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      this.problem = undefined;
      await work();
    } catch (error) {
      this.report(error);
    }
  }

  /** @param place in place of what is shown, or behind the example until something happens in it */
  private async openNew(settings: Settings, place: 'instead' | 'behind' = 'behind'): Promise<void> {
    const left = this.runId;
    if (place === 'instead') this.leaveReplay();
    await this.enter(() => this.coordinator.open({ settings }));
    await this.tidy(left);
  }

  /** A run without weights, or one that cannot be opened, is told again. */
  private async openStored(runId: string): Promise<void> {
    const left = this.runId;
    const { stored, weights } = await this.look(async () => {
      const stored = await this.coordinator.read(runId);
      return { stored, ...(await this.library.details(stored.record)) };
    });
    if (stored.record.epochs > 0 && !weights) return this.tell(await this.leaveFor(runId), 'end');
    this.leaveReplay();
    try {
      await this.enter(() => this.coordinator.open({ runId }));
    } catch (error) {
      this.tell(stored, 'end');
      throw error;
    }
    await this.tidy(left);
  }

  /** Closes the open run to look at a stored one. */
  private async leaveFor(runId: string): Promise<StoredRun> {
    const left = this.runId;
    const stored = await this.look(async () => {
      await this.coordinator.close();
      return this.coordinator.read(runId);
    });
    this.phase = 'reading';
    this.runId = runId;
    await this.tidy(left);
    return stored;
  }

  /** Reads what is to take the place of the open run, in which nothing can be asked for from now on. */
  private async look<Result>(read: () => Promise<Result>): Promise<Result> {
    this.phase = 'loading';
    try {
      return await read();
    } catch (error) {
      this.phase = 'reading';
      throw error;
    }
  }

  /** A run in which nothing has happened is not worth keeping once it is left. */
  private async tidy(left: string | undefined): Promise<void> {
    const run = this.runs.find(({ id }) => id === left);
    if (run?.epochs === 0 && run.id !== this.runId) await this.coordinator.remove(run.id);
    await this.library.refresh();
  }

  private tell(stored: StoredRun, at: ReplayOptions['at']): void {
    this.leaveReplay();
    this.show(stored);
    this.replay = new Replay(stored, { origin: 'stored', at });
  }

  private leaveReplay(): void {
    this.replay?.pause();
    this.replay = undefined;
  }

  /** Never in the way of anything: where a run has begun meanwhile, or it cannot be had, there is none. */
  private async showExample(): Promise<void> {
    if (!this.example) return;
    try {
      const stored = await this.example.load();
      if (this.view.started || this.replay || this.phase === 'running') return;
      this.replay = new Replay(stored, { origin: 'example', at: 'start' });
      if (this.example.playsByItself) await this.replay.run();
    } catch (error) {
      this.notices = [...this.notices, text.replay.noExample(error instanceof Error ? error.message : String(error))];
    }
  }

  private async enter(open: () => Promise<SessionState>): Promise<void> {
    this.phase = 'loading';
    try {
      const state = await open();
      this.show(state);
      this.inForce = state.settings;
      this.players = state.players;
      this.notices = state.notices;
      this.phase = 'idle';
    } catch (error) {
      this.phase = 'reading';
      throw error;
    }
  }

  /** Draws a log from its beginning. */
  private show({ record, events }: StoredRun): void {
    this.runId = record.id;
    this.pinnedEpoch = undefined;
    this.log = [...events];
    this.view = viewRun(events);
    this.metrics = runMetrics(this.log);
    this.inForce = this.view.settings ?? (record.settings as Settings);
    this.forNextRun = {};
    this.pending = {};
    this.finished = this.inForce.epochs <= record.epochs;
    this.measurement = undefined;
    this.tokensPerSecond = undefined;
    this.rolloutsPerSecond = undefined;
    this.throughput = new Throughput();
    this.comparison = undefined;
    this.compare();
  }

  private async advance(isGoal: (event: RunEvent) => boolean): Promise<void> {
    if (!this.canStep) return;
    this.leaveReplay();
    this.phase = 'running';
    this.pausing = false;
    this.epochBegan = nextStage(this.view) === STAGES[0] ? performance.now() : undefined;
    const watching = setInterval(() => void this.measure(), TELEMETRY_INTERVAL);
    await this.attempt(async () => {
      for (;;) {
        const event = await this.coordinator.next();
        if (!event) this.finished = true;
        else this.take(event);
        if (!event || this.pausing || isGoal(event)) break;
      }
    });
    clearInterval(watching);
    this.phase = 'idle';
    this.pausing = false;
    await this.measure();
  }

  private take(event: RunEvent): void {
    this.log.push(event);
    this.view = addEvent(this.view, event);
    if (event.type !== 'settings-changed') this.pending = {};
    if (event.type === 'run-started' || event.type === 'epoch-ended') this.metrics = runMetrics(this.log);
    if (event.type !== 'epoch-ended') return;
    this.finished = event.epoch >= this.inForce.epochs;
    const now = performance.now();
    if (this.epochBegan !== undefined) this.rolloutsPerSecond = rolloutsPerSecond(event, now - this.epochBegan);
    this.epochBegan = now;
    this.library.setEpochs(this.runId, event.epoch);
    this.compare();
  }

  private compare(): void {
    this.comparison = this.compared && compareLogs(this.log, this.compared.events, this.comparison);
  }

  /** Asking how fast the run goes must never stop it. */
  private async measure(): Promise<void> {
    const measurement = await this.coordinator.telemetry().catch(() => null);
    if (!measurement) return;
    this.measurement = measurement;
    if (this.phase === 'running') this.tokensPerSecond = this.throughput.add(measurement) ?? this.tokensPerSecond;
  }
}
