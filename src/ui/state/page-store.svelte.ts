/** @file Holds the state of the page. Components draw it, and buttons call its methods. */
import { presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { diffSettings, type SettingName, type Settings } from '../../genenv/settings/settings.ts';
import { isFixed } from '../../runs/model-choices.ts';
import type { ReadShare, Shared } from '../address/share-url.ts';
import type { RunRecord } from '../../store/run-store.ts';
import { text } from '../../text/text.ts';
import type { EffectsRequest } from '../../analysis/setting-effects.ts';
import { type EpochView, latestWith, tasksOf } from '../../analysis/run-view.ts';
import type { Coordinator } from '../../../workers/run/coordinator.ts';
import { turn } from '../shared/yield-to-main.ts';
import { linkProblemSentence, missingWebGpu, type Problem, problemOf } from '../shared/problems.svelte.ts';
import type { Example } from './example.ts';
import type { LessonSession } from './lesson-session.svelte.ts';
import { DEFAULT_PRESET, PageRuns } from './page-runs.svelte.ts';
import type { Panel } from '../frame/view-names.ts';
import type { RunDownload } from './run-library.svelte.ts';

const sameSettings = (a: Settings, b: Settings): boolean => Object.keys(diffSettings(a, b)).length === 0;

export class PageStore extends PageRuns {
  /** Reason why this browser cannot make runs. Undefined if it can, or until this is known. */
  missing = $state.raw<Problem>();
  hasGpu: boolean = $derived(this.missing === undefined);
  panel = $state<Panel>('circuit');
  /** True once the lab was opened. The lab then stays mounted, because it keeps what the user opened. */
  labShown = $state(false);
  /** True if a recording with a story shows the story instead of the loop. */
  storyShown = $state(true);
  /** Controls that a lesson or a link hides. */
  hidden = $state.raw<Shared['hidden']>([]);
  lesson = $state.raw<LessonSession>();
  previewed = $state.raw<Partial<Settings>>({});
  /** Values that the user tries on a recording. The recording's log and the open run keep their own values. */
  private trials = $state.raw<{ on?: PageRuns['replay']; values: Partial<Settings> }>({ values: {} });

  /** The panel to return to when the lab closes. */
  private besideRun: Panel = 'circuit';
  /** True if the run deleted last was the open run. */
  private removedOpen = false;
  private readonly example: Example | undefined;

  settings: Settings = $derived.by(() => this.chosen.all);
  canBegin: boolean = $derived.by(() => this.hasGpu && (this.live.phase === 'idle' || this.live.phase === 'reading'));
  /** Content of a link to this page. */
  shared: Shared = $derived.by(() => ({ settings: this.settings, hidden: this.hidden }));
  /** The recording whose story replaces the picture of the loop. */
  told: PageRuns['replay'] = $derived.by(() => {
    const recording = this.still ?? this.replay;
    return recording?.source.story?.followed && this.storyShown && this.panel === 'circuit' ? recording : undefined;
  });
  /** Settings of the recording shown, with the values that the user tries on it. */
  tried: Settings | undefined = $derived.by(() => {
    const recorded = this.replay?.view.settings;
    return recorded && { ...recorded, ...this.trialValues };
  });
  /** True if the user can return from the example to another run. */
  canGoBack: boolean = $derived.by(() => this.behind !== undefined || this.live.view.epochs.length > 0);

  /** Settings of the open run, or else of the run in view. */
  settingsInForce: Settings = $derived.by(() =>
    this.hasModels ? this.chosen.inForce : (this.shown.view.settings ?? this.settings),
  );
  /** Last epoch, up to the epoch in view, whose answers have been scored. */
  attempted: EpochView | undefined = $derived.by(() => latestWith(this.shown.view, 'scored', this.shown.epoch));
  /** Facts from which the effects of a setting are computed. */
  known: Omit<EffectsRequest, 'settings'> = $derived.by(() => ({
    inForce: this.settingsInForce,
    tasks: this.attempted ? tasksOf(this.attempted) : [],
    recentSuccess: this.attempted?.['tasks-written']?.recentSuccess,
    rolloutsPerSecond: this.live.source.rolloutsPerSecond,
  }));
  /** Start levels of the run in view, and the levels that its environment wrote before and after learning. */
  learntStart = $derived.by(() => {
    const { started } = this.shown.view;
    return started?.start && { weights: started.settings.startLevels, start: started.start };
  });

  /** The link's settings, until a run has begun or the user chooses others. */
  get linked(): Settings | undefined {
    const settings = this.link?.settings;
    const isNew = !this.lesson && !this.live.view.started && this.live.phase !== 'running';
    return settings && isNew && sameSettings(settings, this.settings) ? settings : undefined;
  }

  /** Sentences about the parts of the link that could not be used. */
  get linkProblems(): readonly string[] {
    return (this.link?.problems ?? []).map(linkProblemSentence);
  }

  constructor(
    coordinator: Coordinator,
    private readonly link?: ReadShare,
    /** Recorded run to show until there is another run. */
    example?: Example,
  ) {
    super(coordinator);
    this.hidden = link?.hidden ?? [];
    this.example = example && { ...example, readEpoch: (epoch) => this.orReported(example.readEpoch(epoch)) };
  }

  /**
   * Opens the newest stored run. If there is none, plays the example while a new run is prepared. If a link gives
   * settings, opens a run with these settings.
   * @param first opens something else instead, e.g. a lesson
   */
  async start(first?: () => Promise<void>): Promise<void> {
    await this.trying(async () => {
      const asked = this.link?.settings;
      // If no run is known, draw the first picture before starting threads, which would slow it down.
      const early = !first && !asked && !this.library.hadRuns;
      if (early) {
        await this.showFirstExample();
        await turn();
      }
      await this.library.open();
      this.missing = await missingWebGpu();
      if (first) return first();
      const stored = this.runs.find(({ settings }) => !asked || sameSettings(settings as Settings, asked));
      if (!stored && !asked && !early) void this.showFirstExample();
      if (this.missing) {
        this.live.phase = 'reading';
        if (stored) this.showRecording(await this.read(stored.id), 'end');
        else if (asked) this.chosen.begin(asked);
        return;
      }
      if (stored) await this.openStored(stored.id);
      // A stored run that began with the link's settings may have changed them since.
      if (!stored || (asked && !sameSettings(this.settings, asked)))
        await this.openNew(asked ?? presetSettings(DEFAULT_PRESET));
      // While the example plays, compute the first event of the new run. If that fails, `next` reports the problem.
      if (!stored && !asked) void this.coordinator.run.prepare().catch(() => {});
    });
  }

  /** Plays the open run, and leaves any recording. */
  begin = (): Promise<void> => this.live.run();

  /** Starts and plays a new run with the chosen settings. */
  beginAnew = async (): Promise<void> => {
    await this.reset();
    if (!this.problem) await this.begin();
  };

  /** Shows the recorded run at an epoch or for a lesson. By default plays it, unless reduced motion is preferred. */
  showRecorded = (at?: number | string): Promise<void> =>
    this.trying(async () => {
      if (!this.example) return;
      if (this.live.phase === 'running') this.live.pause();
      if (this.live.phase === 'opening') this.live.phase = 'reading';
      this.storyShown = at === undefined;
      const { lesson } = this;
      const hasMoment = await this.showExample(this.example, () => this.lesson === lesson, at);
      if (!hasMoment) this.notify(() => text.replay.noMoment);
    });

  /** Returns from the example to the run before it, or else opens a run. */
  leaveRecorded = async (): Promise<void> => {
    const { behind } = this;
    const isNothing = !behind && this.live.phase === 'reading';
    if (isNothing && !this.hasGpu) return;
    this.leaveRecording();
    this.replay = behind;
    if (isNothing) await this.start();
  };

  choosePreset = (preset: PresetName): Promise<void> => this.openWith(presetSettings(preset));

  /** Shows a panel beside the picture, or the lab. */
  showPanel = (panel: Panel): void => {
    if (panel === 'curves' && this.panel !== 'curves') {
      this.besideRun = this.panel;
      this.labShown = true;
    }
    this.panel = panel;
  };

  leaveLab = (): void => {
    if (this.panel === 'curves') this.panel = this.besideRun;
  };

  /** Shows the tasks of a finished epoch. Replays the run if it is not open. */
  showEpoch = (id: string, epoch: number): Promise<void> =>
    this.trying(async () => {
      this.showPanel('tasks');
      if (id !== this.runId) await this.closeAndReplay(id, 'start');
      if (this.replay?.source.origin === 'stored') return this.replay.seek(epoch);
      this.leaveRecording();
      return this.live.seek(epoch);
    });

  /** Stores runs from files, and shows the last. Returns true if there was a run and no file had a problem. */
  importFiles = (...given: Parameters<PageStore['library']['importFiles']>): Promise<boolean | undefined> =>
    this.trying(async () => {
      const last = await this.library.importFiles(...given);
      if (last) await this.closeAndReplay(last.id, 'end');
      return last !== undefined && this.library.problems.length === 0;
    });

  /** Returns the file of a stored run. If that fails, shows the problem and returns undefined. */
  exportRun = (run: RunRecord, weights: boolean): Promise<RunDownload | undefined> =>
    this.trying(() => this.library.exported(run, weights));

  /** Deletes a run. The user can restore it until another is deleted or the message is closed. */
  removeRun = (run: RunRecord): Promise<void> =>
    this.trying(async () => {
      const { id } = run;
      await this.library.discard(run);
      if (this.comparison.run?.record.id === id) await this.compareWith(undefined);
      this.removedOpen = id === this.runId;
      if (!this.removedOpen) return;
      const [newest] = this.runs;
      await (newest ? this.openStored(newest.id) : this.openNew(presetSettings(DEFAULT_PRESET)));
    });

  /** Restores the deleted run, and opens it if it was open when the user deleted it. */
  restoreRun = (): Promise<void> =>
    this.trying(async () => {
      const { discarded } = this.library;
      await this.library.restore();
      if (discarded && this.removedOpen) await this.openStored(discarded.id);
    });
  forgetRun = (): Promise<void> => this.trying(() => this.library.forget());

  /** Draws the value of a moving slider without applying it. */
  preview = (change: Partial<Settings>): void => {
    this.previewed = change;
  };

  get trialValues(): Partial<Settings> {
    return this.trials.on === this.replay ? this.trials.values : {};
  }

  /** Changes the open run's settings. On a recording, only the drawing changes. */
  tune = (change: Partial<Settings>): void => {
    if (!this.replay) return void this.change(change);
    this.previewed = {};
    this.trials = { on: this.replay, values: { ...this.trialValues, ...change } };
  };

  /** Starts a run with the values tried on the recording. */
  beginTried = async (): Promise<void> => {
    const settings = { ...$state.snapshot(this.settings), ...this.trialValues } as Settings;
    await this.trying(() => this.openNew(settings));
    if (!this.problem) await this.begin();
  };

  /** Changes settings. Live settings apply from the next stage on. Other settings wait for the next run. */
  change = (change: Partial<Settings>): Promise<void> =>
    this.trying(() => {
      this.previewed = {};
      // If no run is open that could continue, every setting is for the next run.
      const definesRun = (name: SettingName) => this.live.phase === 'reading' || isFixed(name);
      return this.chosen.change(change, definesRun, async (live) => {
        const event = await this.coordinator.run.changeSettings(live);
        this.live.change(event);
        return event;
      });
    });

  /** True if an open run is shown, so that its weights can be queried. */
  get hasWeights(): boolean {
    return !this.replay && this.hasModels;
  }

  /**
   * Returns true if a run is open and a change of this setting waits for the next run. Without an open run all changes
   * wait, so the page marks none.
   */
  waitsForNextRun = (name: SettingName): boolean => this.live.phase !== 'reading' && isFixed(name);

  /** Recovers from a failure: continues the run after its last stored epoch, or calls `start` if there is no run. */
  retry = (): Promise<void> => {
    const id = this.runId;
    return id === undefined ? this.start() : this.openRun(id);
  };

  /** Shows the example, unless a run has begun meanwhile. If loading fails, adds a notice. */
  private async showFirstExample(): Promise<void> {
    if (!this.example) return;
    const isWanted = () => !this.lesson && !this.live.view.started && !this.replay && this.live.phase !== 'running';
    try {
      await this.showExample(this.example, isWanted);
    } catch (error) {
      const problem = problemOf(error);
      this.notify(() => text.replay.noExample({ cause: problem.cause }));
    }
  }
}
