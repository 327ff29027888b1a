/** @file The stored runs, read and changed for the page. */
import { compareLogs, type LogComparison } from '../../src/analysis/compare-logs.ts';
import { BlobSink } from '../../src/runs/files/zip.ts';
import { runsIn, type RunStream } from '../../src/runs/files/read-run.ts';
import { importRun, madeBy } from '../../src/runs/files/run-file.ts';
import { readOutlined } from '../../src/runs/open-run.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { exportRun } from '../../src/runs/files/export-run.ts';
import type { Columns } from '../../src/runs/rollouts/columns.ts';
import { ColumnsUnknown, type Mapping } from '../../src/runs/rollouts/rollout-files.ts';
import { type RunRecord, unknownRun } from '../../src/store/run-store.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { errorData } from '../../src/common/error-data.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import type { ErrorData } from '../../src/common/error-parameters.ts';
import type { CoordinatorParts, SessionHost } from './session.ts';

/** The parts of a run that a list shows besides its record. */
export interface RunDetails {
  /** The adapter that the agent ran on; null where no epoch is finished. */
  adapter: string | null;
  /** Epochs whose weights are stored, ascending: the run can continue after the last, and branch after each. */
  checkpoints: number[];
}

/** A run as a page shows it, whether or not it can continue here. */
export interface StoredRun {
  record: RunRecord;
  /**
   * Outlines of all epochs but the newest (genenv/log/outline-event.ts). `runs.readEpoch` gives the whole of one, or the job
   * `recorded-epoch` if the run is that of a file that is looked at.
   */
  events: RunEvent[];
}

/** A run that was read from files; null where nothing of it could be read. */
export interface ImportedRun {
  name: string;
  record: RunRecord | null;
  problems: ErrorData[];
  /** The columns of another trainer's log, if it is one. */
  mapping?: Mapping;
}

/** The stored runs. A run that is open here is closed before it is changed, except to rename it. */
export class RunsHost {
  constructor(
    private readonly parts: CoordinatorParts,
    private readonly session: SessionHost,
  ) {}

  /** All stored runs that are not discarded, newest change first. */
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

  /** Reads a stored run with its events, without opening it: no models, no GPU. */
  async read(runId: string): Promise<StoredRun> {
    const record = await this.record(runId);
    return { record, events: await readOutlined(this.parts.store, record) };
  }

  /** The events of one finished epoch of a stored run; empty if there is none of that number. */
  readEpoch(runId: string, epoch: number): Promise<RunEvent[]> {
    return this.parts.store.epochEvents(runId, epoch);
  }

  /** @param known a comparison of the same two logs when they were shorter; null if one is not stored */
  async compare(one: string, other: string, known?: LogComparison): Promise<LogComparison | null> {
    const { store } = this.parts;
    const records = await Promise.all([store.get(one), store.get(other)]);
    const logs = records.map(
      (record) => record && { length: record.eventCount, epochs: (from: number) => store.epochs(record.id, from) },
    );
    return logs[0] && logs[1] ? compareLogs(logs[0], logs[1], known) : null;
  }

  /** A stored run as one file (runs/files/run-file.ts); `weights` adds its last checkpoint, to continue it elsewhere. */
  async export(runId: string, { weights }: { weights: boolean }): Promise<Blob> {
    const { store } = this.parts;
    const checkpoints = weights ? (await store.checkpointEpochs(runId)).slice(-1) : [];
    const sink = new BlobSink();
    await exportRun(store, runId, sink, { checkpoints, made: madeBy });
    return sink.blob();
  }

  /**
   * Stores the runs of files as new runs, in their order: each exported run and each event log by itself, and the rollouts of
   * another trainer in all other files as one (runs/files/read-run.ts). What is damaged is left out and named in `problems`.
   * @param name of the folder that was chosen, or of the first file
   * @param columns of the rollouts, if the user declares them
   */
  async import(files: readonly PickedFile[], name: string, columns?: Columns): Promise<ImportedRun[]> {
    const imported: ImportedRun[] = [];
    for (const { name: own, open } of await runsIn(files, name, columns))
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

  /** Takes a run out of the list until it is restored or removed; closes it first if it is open. */
  discard(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: true }));
  }

  restore(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: false }));
  }

  /** Removes a stored run; closes it first if it is open. */
  remove(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.remove(runId));
  }

  /** Removes discarded runs for good, and those without a finished epoch; one that is open, here or elsewhere, stays. */
  async tidy(): Promise<void> {
    const { store, locks } = this.parts;
    const isNothing = (run: RunRecord | undefined) => run?.discarded || run?.epochs === 0;
    for (const { id } of (await store.list()).filter(isNothing))
      await this.session.transitions.add(async () => {
        if (this.session.current?.runId === id) return;
        const lock = await locks.acquire(id);
        // Who held it may have finished an epoch meanwhile.
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
