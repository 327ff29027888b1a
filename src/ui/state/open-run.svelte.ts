/**
 * @file The open run, and how another one takes its place: a new run, a stored one, a branch, or a replay if no
 * weights are stored. A run that is left before its first epoch has finished is removed.
 */
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { SessionState } from '../../runs/session-contract.ts';
import type { Coordinator } from '../../../workers/run/contract.ts';
import { errorSentence, type Said } from '../shared/problems.svelte.ts';
import type { ChosenSettings } from './chosen-settings.svelte.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { type DrawnRun, readRun } from './read-run.ts';
import type { Playback } from './playback.svelte.ts';
import type { ReplayOptions } from './replay.svelte.ts';
import type { RunLibrary } from './run-library.svelte.ts';

/** The parts of the page that opening a run reads and changes. */
export interface OpenRunParts {
  coordinator: Coordinator;
  library: RunLibrary;
  live: LiveRun;
  chosen: ChosenSettings;
  playback: Playback;
  /** Another run is drawn. */
  afterShow(): void;
  report(error: unknown): void;
}

export class OpenRun {
  id = $state<string>();
  /** Notices of opening the run, as sentences. */
  notices = $state.raw<readonly Said[]>([]);

  constructor(private readonly parts: OpenRunParts) {}

  /** @param place `instead`: closes the replay; `behind`: the example stays until the first stage is asked for */
  async openNew(settings: Settings, place: 'instead' | 'behind' = 'behind'): Promise<void> {
    const left = this.id;
    if (place === 'instead') this.parts.playback.leave();
    await this.openLive(() => this.parts.coordinator.session.open({ settings }));
    await this.removeIfEmpty(left);
  }

  /** Opens a stored run; one without weights, one that another tab has, or one that cannot be opened, is replayed. */
  async openStored(runId: string): Promise<void> {
    const { coordinator, library, playback } = this.parts;
    const left = this.id;
    const { stored, checkpoints } = await this.readInstead(async () => {
      const stored = await this.read(runId);
      return { stored, ...(await library.details(stored.record)) };
    });
    if (stored.record.epochs > 0 && checkpoints.length === 0)
      return this.closeAndReplay(runId, 'end', { stored, left });
    playback.leave();
    // Its picture does not wait for its models.
    if (stored.record.epochs > 0) this.show(stored);
    try {
      await this.openLive(() => coordinator.session.open({ runId }), stored.record.epochs > 0 ? stored : undefined);
    } catch (error) {
      this.replay(stored, 'end');
      if ((error as { code?: unknown }).code !== 'run-open-elsewhere') throw error;
      this.notices = [() => errorSentence(error as Error)];
    }
    await this.removeIfEmpty(left);
  }

  /** Opens a new run that is another up to an epoch, and then goes its own way. */
  async branch(from: { runId: string; epoch: number }, name: string): Promise<void> {
    this.parts.playback.leave();
    await this.openLive(() => this.parts.coordinator.session.branch(from, name));
    await this.parts.library.refresh();
  }

  /** @param known what was read of it already, where it cannot have changed since, and the run that was open before */
  async closeAndReplay(
    runId: string,
    at: ReplayOptions['at'],
    known?: { stored: DrawnRun; left: string | undefined },
  ): Promise<void> {
    const { coordinator, live } = this.parts;
    const left = known ? known.left : this.id;
    const stored = await this.readInstead(async () => {
      await coordinator.session.close();
      return known?.stored ?? this.read(runId);
    });
    live.phase = 'reading';
    this.id = runId;
    await this.removeIfEmpty(left);
    this.replay(stored, at);
  }

  replay(stored: DrawnRun, at: ReplayOptions['at']): void {
    this.notices = [];
    this.show(stored);
    const { id } = stored.record;
    const { view, metrics } = this.parts.live;
    this.parts.playback.show(stored, {
      at,
      readEpoch: (epoch) => this.readEpoch(id, epoch),
      drawn: { view, metrics },
    });
  }

  /** A stored run without opening it. */
  async replayStored(runId: string, at: ReplayOptions['at']): Promise<void> {
    this.replay(await this.read(runId), at);
  }

  /** A past epoch with its texts and tokens. */
  readEpoch(runId: string, epoch: number): Promise<readonly RunEvent[]> {
    return this.orReported(this.parts.coordinator.runs.readEpoch(runId, epoch));
  }

  /** If an epoch cannot be read, the problem is shown and its outline stays. */
  async orReported(reading: Promise<readonly RunEvent[]>): Promise<readonly RunEvent[]> {
    try {
      return await reading;
    } catch (error) {
      this.parts.report(error);
      return [];
    }
  }

  /** @param shown what is drawn of the run already */
  private async openLive(open: () => Promise<SessionState>, shown?: DrawnRun): Promise<void> {
    const { live, chosen } = this.parts;
    live.phase = 'loading';
    try {
      const state = await open();
      // Until it was opened here, another tab may have made it longer.
      if (shown?.record.eventCount !== state.record.eventCount) this.show(await this.read(state.record.id));
      chosen.open(state);
      live.finished = chosen.inForce.epochs <= state.record.epochs;
      live.players = state.players;
      this.notices = state.notices.map((notice) => () => errorSentence(notice));
      live.phase = 'idle';
    } catch (error) {
      live.phase = 'reading';
      throw error;
    }
  }

  /** Reads what will replace the open run; meanwhile no stage can be asked for. */
  private async readInstead<Result>(read: () => Promise<Result>): Promise<Result> {
    const { live } = this.parts;
    live.phase = 'loading';
    try {
      return await read();
    } catch (error) {
      live.phase = 'reading';
      throw error;
    }
  }

  /** Removes the run that was left if no epoch of it has finished, and lists the runs again. */
  private async removeIfEmpty(left: string | undefined): Promise<void> {
    const { coordinator, library } = this.parts;
    const run = library.runs.find(({ id }) => id === left);
    if (run?.epochs === 0 && run.id !== this.id) await coordinator.runs.remove(run.id);
    await library.refresh();
  }

  private read(runId: string): Promise<DrawnRun> {
    return readRun(this.parts.coordinator.runs, runId);
  }

  /** Draws a log from its beginning. */
  private show(stored: DrawnRun): void {
    this.id = stored.record.id;
    this.parts.live.show(stored);
    this.parts.afterShow();
  }
}
