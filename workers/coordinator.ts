/**
 * @file The coordinator without its thread: which run is open, and what the page may ask of the others.
 */
import * as Comlink from 'comlink';
import { Session, type SessionParts, type SessionState } from '../src/experiments/session.ts';
import { Queue } from '../src/experiments/queue.ts';
import type { SignalQuestion, SignalSlice } from '../src/experiments/theory/measured-signal.ts';
import type { RunEvent, SettingsChanged } from '../src/genenv/events.ts';
import { eventProblem } from '../src/genenv/event-schema.ts';
import { resumePoint } from '../src/genenv/resume.ts';
import type { Settings } from '../src/genenv/settings.ts';
import { exportRun, importRun, readRunFile } from '../src/store/run-file.ts';
import type { RunRecord } from '../src/store/run-store.ts';
import { unknownRun } from '../src/store/store-error.ts';
import type { Coordinator, StoredRun, Telemetry } from './contracts.ts';

export interface CoordinatorParts extends SessionParts {
  newId(): string;
  /** Bytes this site stores and may store. */
  storage(): Promise<Telemetry['storage']>;
}

export class RunCoordinator implements Coordinator {
  private session: Session | undefined;
  /** Opening and closing, one at a time. */
  private readonly doors = new Queue();

  constructor(private readonly parts: CoordinatorParts) {}

  runs(): Promise<RunRecord[]> {
    return this.parts.store.list();
  }

  async read(runId: string): Promise<StoredRun> {
    const record = await this.parts.store.get(runId);
    if (!record) throw unknownRun(runId);
    return { record, events: await this.parts.store.events(runId) };
  }

  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    return this.doors.add(async () => {
      await this.leave();
      return this.enter(run);
    });
  }

  async next(): Promise<RunEvent | null> {
    return this.opened().next();
  }

  async changeSettings(changes: Partial<Settings>): Promise<SettingsChanged | null> {
    return this.opened().changeSettings(changes);
  }

  async measureSignal(question: SignalQuestion): Promise<SignalSlice> {
    return this.opened().measureSignal(question);
  }

  async telemetry(): Promise<Telemetry | null> {
    const { session } = this;
    if (!session) return null;
    const [{ agent, environment }, storage] = await Promise.all([session.telemetry(), this.parts.storage()]);
    return { at: performance.now(), agent, environment, storage };
  }

  async exportRun(runId: string, { weights }: { weights: boolean }): Promise<Uint8Array<ArrayBuffer>> {
    const { store } = this.parts;
    const file = await exportRun(store, runId, weights ? (await store.checkpointEpochs(runId)).slice(-1) : []);
    return Comlink.transfer(file, [file.buffer]);
  }

  async importRun(bytes: Uint8Array<ArrayBuffer>): Promise<{ record: RunRecord; problems: string[] }> {
    const file = await readRunFile<RunEvent>(bytes, eventProblem);
    // The log is the run; the settings beside it may have been damaged or tampered with.
    const { settings } = resumePoint(file.events.slice(0, 1));
    const record = await importRun(this.parts.store, { ...file, settings }, this.parts.newId());
    return { record, problems: file.problems };
  }

  async rename(runId: string, name: string): Promise<void> {
    if (this.session?.runId === runId) await this.session.rename(name);
    else await this.parts.store.amend(runId, { name });
  }

  remove(runId: string): Promise<void> {
    return this.doors.add(async () => {
      if (this.session?.runId === runId) await this.leave();
      const lock = await this.parts.locks.acquire(runId);
      if (!lock) throw new Error('This run is open in another tab. Close it there before you remove it.');
      try {
        await this.parts.store.remove(runId);
      } finally {
        lock.release();
      }
    });
  }

  close(): Promise<void> {
    return this.doors.add(() => this.leave());
  }

  private async enter(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    const choice =
      'runId' in run
        ? run
        : { newId: this.parts.newId(), name: run.name ?? nameOf(run.settings), settings: run.settings };
    this.session = await Session.open(this.parts, choice);
    return this.session.state();
  }

  private async leave(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.dispose();
  }

  private opened(): Session {
    if (!this.session) throw new Error('No run is open. Open a stored run or start a new one.');
    return this.session;
  }
}

const nameOf = ({ preset, arm, seed }: Settings): string => `${preset}, ${arm}, seed ${seed}`;
