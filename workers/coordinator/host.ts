/**
 * @file The coordinator without its thread: it opens one run at a time and reads the others for the page.
 */
import * as Comlink from 'comlink';
import { compareLogs, type LogComparison } from '../../src/analysis/compare-logs.ts';
import { runName } from '../../src/runs/run-name.ts';
import { branchRun } from '../../src/runs/branch.ts';
import { BlobSink } from '../../src/runs/files/blob-sink.ts';
import { openRun } from '../../src/runs/files/read-run.ts';
import { madeBy } from '../../src/runs/files/made-by.ts';
import type { ModelHost } from '../../src/runs/model-host.ts';
import type { SettingsPlan } from '../../src/runs/plan/plan-for-host.ts';
import { readCourse, readToOpen } from '../../src/runs/open-run.ts';
import { Session } from '../../src/runs/session.ts';
import type { SessionKernels, SessionParts, SessionState } from '../../src/runs/session-contract.ts';
import { Queue } from '../../src/runs/queue.ts';
import type { TaskAnswers, TaskQuestion } from '../../src/runs/attempt-task.ts';
import {
  type Anatomies,
  anatomiesOf,
  type AttentionAnswer,
  attentionOf,
  type AttentionQuestion,
  type BeforeAndNow,
  weightOf,
  type WeightQuestion,
} from '../../src/runs/look-inside.ts';
import type { WeightValues } from '../../src/policy/inspection.ts';
import type { SignalQuestion, SignalSlice } from '../../src/runs/signal/measured-signal.ts';
import type { TokenAnswer, TokenQuestion } from '../../src/runs/token-predictions.ts';
import type { RunEvent, SettingsChanged } from '../../src/genenv/events.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import { exportRun } from '../../src/runs/files/export-run.ts';
import { importRun } from '../../src/runs/files/run-file.ts';
import { epochOf, type RunRecord } from '../../src/store/run-store.ts';
import { unknownRun } from '../../src/store/store-error.ts';
import type { EnvironmentPoolEntry, PoolQuery, StoredPool, TrainPoolEntry } from '../../src/store/pool-contract.ts';
import { poolLines } from '../../src/store/pool-lines.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { blobSource } from '../../src/common/byte-source.ts';
import { type ErrorData, errorData } from '../../src/common/error-data.ts';
import { InspectedFile } from './inspected-file.ts';
import type { Coordinator, PoolChoice, PoolItem, RunDetails, StoredPart, StoredRun, Telemetry } from './contract.ts';

export interface CoordinatorParts extends SessionParts {
  newId(): string;
  /** Bytes this site stores and may store. */
  storage(): Promise<Telemetry['storage']>;
  /** Where models come from; only a coordinator without a GPU has none. */
  models?: ModelHost;
}

/** So many that a thread that draws them is busy for some hundredths of a second. */
const PART_EPOCHS = 250;

export class RunCoordinator implements Coordinator {
  private session: Session | undefined;
  /** Runs are opened and closed one after the other. */
  private readonly transitions = new Queue();
  private readonly inspected = new InspectedFile();

  constructor(private readonly parts: CoordinatorParts) {}

  async plan(settings: Settings): Promise<SettingsPlan | null> {
    const { models } = this.parts;
    if (!models) return null;
    const { planFor } = await import('../../src/runs/plan/plan-for-host.ts');
    return planFor(models, settings);
  }

  async runs(): Promise<RunRecord[]> {
    return (await this.parts.store.list()).filter(({ discarded }) => !discarded);
  }

  async details(runId: string): Promise<RunDetails> {
    const { store } = this.parts;
    const [started, checkpoints] = await Promise.all([store.event(runId, 0), store.checkpointEpochs(runId)]);
    return {
      adapter: started?.type === 'run-started' ? started.agent.runtime : null,
      checkpoints,
    };
  }

  async read(runId: string, after?: number): Promise<StoredPart> {
    const record = await this.record(runId);
    return { record, ...(await readToOpen(this.parts.store, record, { after, epochs: PART_EPOCHS })) };
  }

  async readNewest(runId: string): Promise<StoredRun> {
    const { store } = this.parts;
    const record = await this.record(runId);
    const course = await readCourse(store, record);
    const newest = epochOf(course);
    if (newest === undefined) return { record, events: [] };
    const events = await store.epochEvents(runId, newest);
    // The start of the run belongs to its first epoch.
    if (events[0].type === 'run-started') return { record, events };
    const before = course.filter((event) => event.type === 'run-started' || event.epoch < newest);
    return { record, events: [...before, ...events] };
  }

  readEpoch(runId: string, epoch: number): Promise<RunEvent[]> {
    return this.parts.store.epochEvents(runId, epoch);
  }

  async compare(one: string, other: string, known?: LogComparison): Promise<LogComparison | null> {
    const { store } = this.parts;
    const records = await Promise.all([store.get(one), store.get(other)]);
    const logs = records.map(
      (record) => record && { length: record.eventCount, epochs: (from: number) => store.epochs(record.id, from) },
    );
    return logs[0] && logs[1] ? compareLogs(logs[0], logs[1], known) : null;
  }

  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    return this.transitions.add(async () => {
      await this.leave();
      return this.enter(run);
    });
  }

  branch(from: { runId: string; epoch: number }, name: string): Promise<SessionState> {
    return this.transitions.add(async () => {
      const { store, newId, now } = this.parts;
      const id = newId();
      await this.locked(id, () => branchRun(store, { ...from, newId: id, name, now: now() }));
      await this.leave();
      return this.enter({ runId: id });
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

  async askTokens(question: TokenQuestion): Promise<TokenAnswer> {
    return this.opened().askTokens(question);
  }

  async telemetry(): Promise<Telemetry | null> {
    const { session } = this;
    if (!session) return null;
    const [{ agent, environment }, storage] = await Promise.all([session.telemetry(), this.parts.storage()]);
    return { at: performance.now(), agent, environment, storage };
  }

  async kernels(): Promise<SessionKernels | null> {
    return (await this.session?.kernels()) ?? null;
  }

  async timeKernels(on: boolean): Promise<boolean> {
    return (await this.session?.timeKernels(on)) ?? false;
  }

  async anatomies(): Promise<Anatomies | null> {
    return (await this.session?.between(({ players }) => anatomiesOf(players))) ?? null;
  }

  async attention(question: AttentionQuestion): Promise<AttentionAnswer> {
    return this.opened().between(({ players, tokenizer }) => attentionOf(players, tokenizer, question));
  }

  async weight(question: WeightQuestion): Promise<BeforeAndNow<WeightValues>> {
    return this.opened().between(({ players }) => weightOf(players, question));
  }

  async attemptTask(question: TaskQuestion): Promise<TaskAnswers> {
    return this.opened().attemptTask(question);
  }

  poolSize(choice: PoolChoice): Promise<number> {
    return this.pool(choice).size();
  }

  async findInPool(choice: PoolChoice, query: PoolQuery): Promise<Uint32Array<ArrayBuffer>> {
    const positions = await this.pool(choice).find(query);
    return Comlink.transfer(positions, [positions.buffer]);
  }

  poolEntries(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>): Promise<PoolItem[]> {
    return this.pool(choice).read(positions);
  }

  async exportPool(choice: PoolChoice, query: PoolQuery): Promise<Blob> {
    const pool = this.pool(choice);
    const parts: Blob[] = [];
    // Each part becomes a Blob at once, which the browser may keep on the disk.
    for await (const lines of poolLines(pool, await pool.find(query))) parts.push(new Blob([lines]));
    return new Blob(parts, { type: 'application/jsonl' });
  }

  async exportRun(runId: string, { weights }: { weights: boolean }): Promise<Blob> {
    const { store } = this.parts;
    const checkpoints = weights ? (await store.checkpointEpochs(runId)).slice(-1) : [];
    const sink = new BlobSink();
    await exportRun(store, runId, sink, { checkpoints, made: madeBy });
    return sink.blob();
  }

  async importRun(file: Blob, fileName: string): Promise<{ record: RunRecord; problems: ErrorData[] }> {
    const run = await openRun(blobSource(file), fileName, { damaged: 'keep' });
    const { store, newId, now } = this.parts;
    const id = newId();
    const record = await this.locked(id, () =>
      importRun(store, { ...run, createdAt: run.createdAt ?? now() }, id, now()),
    );
    return { record, problems: run.problems.map(errorData) };
  }

  inspect(file: Blob, fileName: string): Promise<StoredRun> {
    return this.inspected.open(file, fileName);
  }

  inspectedEpoch(epoch: number): Promise<RunEvent[]> {
    return this.inspected.epoch(epoch);
  }

  async rename(runId: string, name: string): Promise<void> {
    if (this.session?.runId === runId) await this.session.rename(name);
    else await this.parts.store.amend(runId, { name });
  }

  discard(runId: string): Promise<void> {
    return this.closed(runId, () => this.parts.store.amend(runId, { discarded: true }));
  }

  restore(runId: string): Promise<void> {
    return this.closed(runId, () => this.parts.store.amend(runId, { discarded: false }));
  }

  remove(runId: string): Promise<void> {
    return this.closed(runId, () => this.parts.store.remove(runId));
  }

  async tidy(): Promise<void> {
    const { store, locks } = this.parts;
    const isNothing = (run: RunRecord | undefined) => run?.discarded || run?.epochs === 0;
    for (const { id } of (await store.list()).filter(isNothing))
      await this.transitions.add(async () => {
        if (this.session?.runId === id) return;
        const lock = await locks.acquire(id);
        // Who held it may have finished an epoch meanwhile.
        if (lock && isNothing(await store.get(id))) await store.remove(id).finally(() => lock.release());
        else lock?.release();
      });
  }

  close(): Promise<void> {
    return this.transitions.add(() => this.leave());
  }

  private pool({ runId, pool }: PoolChoice): StoredPool<TrainPoolEntry | EnvironmentPoolEntry> {
    return this.parts.store.pools(runId)[pool];
  }

  /** Closes the run if it is open here, locks it against other tabs, and works on it. */
  private closed(runId: string, work: () => Promise<void>): Promise<void> {
    return this.transitions.add(async () => {
      if (this.session?.runId === runId) await this.leave();
      await this.locked(runId, work);
    });
  }

  /** Locks a run against other tabs while it is changed, or while it is not stored to its end. */
  private async locked<Result>(runId: string, work: () => Promise<Result>): Promise<Result> {
    const lock = await this.parts.locks.acquire(runId);
    if (!lock) {
      throw new CodedError('run-open-elsewhere', 'This run is open in another tab. Close it there, then try again.');
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  private async enter(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    const choice =
      'runId' in run
        ? run
        : { newId: this.parts.newId(), name: run.name ?? runName(run.settings), settings: run.settings };
    this.session = await Session.open(this.parts, choice);
    return this.session.state();
  }

  private async record(runId: string): Promise<RunRecord> {
    const record = await this.parts.store.get(runId);
    if (!record) throw unknownRun(runId);
    return record;
  }

  private async leave(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.dispose();
  }

  private opened(): Session {
    if (!this.session) throw new CodedError('no-run-open', 'No run is open. Open a stored run or start a new one.');
    return this.session;
  }
}
