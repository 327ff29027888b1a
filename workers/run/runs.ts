/**
 * @file Reads and changes the open run and the stored runs, for the page. At most one run is open. Runs are opened and
 * closed one after the other.
 */
import { compareLogs, type LogComparison } from '../../src/analysis/compare-logs.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { errorData } from '../../src/common/error-data.ts';
import type { ErrorData } from '../../src/common/error-parameters.ts';
import { Queue } from '../../src/common/once.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import { loadTokenizer } from '../../src/lm/files/load-model.ts';
import type { PolicyTelemetry } from '../../src/policy/policy.ts';
import { exportRun } from '../../src/runs/files/export-run.ts';
import { runsIn, type RunStream } from '../../src/runs/files/read-run.ts';
import { importRun } from '../../src/runs/files/run-file.ts';
import { BlobSink } from '../../src/runs/files/zip.ts';
import type { ModelHost } from '../../src/runs/model-host.ts';
import { branchRun, runName, type SessionParts, type SessionState } from '../../src/runs/open-run.ts';
import type { Columns } from '../../src/runs/rollouts/columns.ts';
import { ColumnsUnknown, type Mapping } from '../../src/runs/rollouts/rollout-files.ts';
import { Session } from '../../src/runs/session.ts';
import { pickedFolder } from '../../src/store/models/model-record.ts';
import type { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { type RunRecord, unknownRun } from '../../src/store/run-store.ts';

export interface RunDetails {
  /** Graphics adapter that the agent ran on; null before the first epoch is finished. */
  adapter: string | null;
  /** Epochs with stored weights, ascending. The run can continue after the last epoch, and branch after each epoch. */
  checkpoints: number[];
}

/** Run as a page shows it, even if the run cannot continue on this machine. */
export interface StoredRun {
  record: RunRecord;
  /**
   * All events of the newest epoch, and outlines of older events (genenv/log/outline-event.ts). `runs.readEpoch` reads
   * a complete epoch of a stored run, and the job `recorded-epoch` reads one of a file.
   */
  events: RunEvent[];
}

/** Run read from files. `record` is null if the run was unreadable. */
export interface ImportedRun {
  name: string;
  record: RunRecord | null;
  problems: ErrorData[];
  /** Meaning of the columns, if the file is another trainer's log. */
  mapping?: Mapping;
}

/** Reads and changes the stored runs. An open run is closed before any change except renaming. */
export class RunsHost {
  constructor(
    private readonly parts: CoordinatorParts,
    private readonly session: SessionHost,
  ) {}

  /** Lists all stored runs except discarded ones, latest change first. */
  async list(): Promise<RunRecord[]> {
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

  /** Returns a stored run with its events. Needs neither models nor a GPU. */
  async read(runId: string): Promise<StoredRun> {
    const record = await this.record(runId);
    return { record, events: await this.parts.store.outlined(runId) };
  }

  /** Returns the events of one finished epoch; empty if there is no such epoch. */
  readEpoch(runId: string, epoch: number): Promise<RunEvent[]> {
    return this.parts.store.epochEvents(runId, epoch);
  }

  /** Compares two logs. @param known earlier result, from shorter logs @returns null if either log is not stored */
  async compare(one: string, other: string, known?: LogComparison): Promise<LogComparison | null> {
    const { store } = this.parts;
    const records = await Promise.all([store.get(one), store.get(other)]);
    const logs = records.map(
      (record) => record && { length: record.eventCount, epochs: (from: number) => store.epochs(record.id, from) },
    );
    return logs[0] && logs[1] ? compareLogs(logs[0], logs[1], known) : null;
  }

  /** Returns a stored run as one file (runs/files/run-file.ts). `weights` adds the last checkpoint to continue from. */
  async export(runId: string, { weights }: { weights: boolean }): Promise<Blob> {
    const { store } = this.parts;
    const checkpoints = weights ? (await store.checkpointEpochs(runId)).slice(-1) : [];
    const sink = new BlobSink();
    await exportRun(store, runId, sink, checkpoints);
    return sink.blob();
  }

  /**
   * Stores the runs in these files as new runs, in order. Each exported run and each event log becomes a run. Another
   * trainer's rollouts in all other files form one run (runs/files/read-run.ts). Damaged parts are left out and named
   * in `problems`.
   * @param name name of the chosen folder, or of the first file
   * @param columns columns of the rollouts, if the user declares them
   * @param tokenizer files of the tokenizer's folder, for the texts of the rollouts' tokens
   */
  async import(
    files: readonly PickedFile[],
    name: string,
    columns?: Columns,
    tokenizer?: readonly PickedFile[],
  ): Promise<ImportedRun[]> {
    const imported: ImportedRun[] = [];
    const vocabulary = tokenizer && (await loadTokenizer(pickedFolder('tokenizer', tokenizer)));
    // A token id beyond the vocabulary has no text, so the id is shown.
    const tokenText = vocabulary && ((id: number) => vocabulary.tokenText(id) || String(id));
    for (const { name: own, open } of await runsIn(files, name, { columns, tokenText }))
      imported.push(await this.importOne(own, open));
    return imported;
  }

  private async importOne(name: string, open: () => Promise<RunStream>): Promise<ImportedRun> {
    try {
      const run = await open();
      const { store, newId, now } = this.parts;
      const id = newId();
      const record = await this.session.locked(id, () =>
        importRun(store, { ...run, createdAt: run.createdAt ?? now() }, id, now()),
      );
      return { name, record, problems: run.problems.map(errorData), mapping: run.mapping };
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const mapping = error instanceof ColumnsUnknown ? error.mapping : undefined;
      return { name, record: null, problems: [errorData(error)], mapping };
    }
  }

  async rename(runId: string, name: string): Promise<void> {
    const { current } = this.session;
    if (current?.runId === runId) await current.rename(name);
    else await this.parts.store.amend(runId, { name });
  }

  /** Hides a run from the list until it is restored or removed. Closes the run first if it is open. */
  discard(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: true }));
  }

  restore(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: false }));
  }

  /** Removes a stored run. Closes the run first if it is open. */
  remove(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.remove(runId));
  }

  /** Removes discarded runs and runs without a finished epoch. A run that is open in any tab stays. */
  async tidy(): Promise<void> {
    const { store, locks } = this.parts;
    const isNothing = (run: RunRecord | undefined) => run?.discarded || run?.epochs === 0;
    for (const { id } of (await store.list()).filter(isNothing))
      await this.session.transitions.add(async () => {
        if (this.session.current?.runId === id) return;
        const lock = await locks.acquire(id);
        // Another tab may have finished an epoch of this run before it released the lock.
        if (lock && isNothing(await store.get(id))) await store.remove(id).finally(() => lock.release());
        else lock?.release();
      });
  }

  private async record(runId: string): Promise<RunRecord> {
    const record = await this.parts.store.get(runId);
    if (!record) throw unknownRun(runId);
    return record;
  }
}

export interface Telemetry {
  /** Time of measurement, in milliseconds of a monotonic clock. Two measurements give tokens per second. */
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
  /** Bytes that this site stores and may store; null if the browser does not say. */
  storage: { used: number; available: number } | null;
}

/** Open run. `next` runs one stage, and the run pauses between calls. */
export type OpenRun = Pick<Session, 'prepare' | 'next' | 'changeSettings' | 'askTokens' | 'attemptTask'>;

export interface CoordinatorParts extends SessionParts {
  store: IndexedDbRunStore<RunEvent>;
  newId(): string;
  /** Returns the bytes that this site stores and may store; null if unknown. */
  storage(): Promise<Telemetry['storage']>;
  /** Opens model folders and describes the machine, for memory plans. Default: none, for tests. */
  models?: ModelHost;
}

export class SessionHost {
  current: Session | undefined;
  /** Queue that opens and closes runs one after the other. */
  readonly transitions = new Queue();

  constructor(private readonly parts: CoordinatorParts) {}

  /**
   * Opens a stored or new run in place of the open run, and loads the models. Opening a run again after a failure, such
   * as a lost GPU, continues after the last finished epoch. A run that is open in another tab is refused.
   */
  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    return this.transitions.add(async () => {
      await this.leave();
      return this.enter(run);
    });
  }

  /** Opens a new run that shares a stored run's epochs, up to an epoch with stored weights (runs/open-run.ts). */
  branch(from: { runId: string; epoch: number }, name: string): Promise<SessionState> {
    return this.transitions.add(async () => {
      const { store, newId, now } = this.parts;
      const id = newId();
      await this.locked(id, () => branchRun(store, { ...from, newId: id, name, now: now() }));
      await this.leave();
      return this.enter({ runId: id });
    });
  }

  /** Reads the telemetry of the open run; null if no run is open. */
  async telemetry(): Promise<Telemetry | null> {
    const { current } = this;
    if (!current) return null;
    const [{ agent, environment }, storage] = await Promise.all([current.telemetry(), this.parts.storage()]);
    return { at: performance.now(), agent, environment, storage };
  }

  /** Closes the open run and drops its unfinished epoch. */
  close(): Promise<void> {
    return this.transitions.add(() => this.leave());
  }

  /** Closes the run if it is open here, locks it against other tabs, and does the work. */
  closed(runId: string, work: () => Promise<void>): Promise<void> {
    return this.transitions.add(async () => {
      if (this.current?.runId === runId) await this.leave();
      await this.locked(runId, work);
    });
  }

  /** Locks a run against other tabs while it is changed or being stored. */
  async locked<Result>(runId: string, work: () => Promise<Result>): Promise<Result> {
    const lock = await this.parts.locks.acquire(runId);
    if (!lock) {
      throw new CodedError('run-open-elsewhere');
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
    this.current = await Session.open(this.parts, choice);
    return this.current.state();
  }

  private async leave(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    await current?.dispose();
  }

  opened(): Session {
    if (!this.current) throw new CodedError('no-run-open');
    return this.current;
  }
}
