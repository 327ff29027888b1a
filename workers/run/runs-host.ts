/** @file The stored runs, read and changed for the page. */
import { compareLogs, type LogComparison } from '../../src/analysis/compare-logs.ts';
import { BlobSink } from '../../src/runs/files/zip.ts';
import { type RunStream, runsIn } from '../../src/runs/files/read-run.ts';
import { madeBy } from '../../src/runs/files/run-manifest.ts';
import { readOutlined } from '../../src/runs/resume-run.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { exportRun } from '../../src/runs/files/export-run.ts';
import { importRun } from '../../src/runs/files/run-file.ts';
import type { Columns } from '../../src/runs/rollouts/columns.ts';
import { ColumnsUnknown } from '../../src/runs/rollouts/rollout-files.ts';
import type { RunRecord } from '../../src/store/run-store.ts';
import { unknownRun } from '../../src/store/store-error.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import { errorData } from '../../src/common/error-data.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import type { ImportedRun, RunDetails, RunsService, StoredRun } from './contract.ts';
import type { CoordinatorParts, SessionHost } from './session-host.ts';

export class RunsHost implements RunsService {
  constructor(
    private readonly parts: CoordinatorParts,
    private readonly session: SessionHost,
  ) {}

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

  async read(runId: string): Promise<StoredRun> {
    const record = await this.record(runId);
    return { record, events: await readOutlined(this.parts.store, record) };
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

  async export(runId: string, { weights }: { weights: boolean }): Promise<Blob> {
    const { store } = this.parts;
    const checkpoints = weights ? (await store.checkpointEpochs(runId)).slice(-1) : [];
    const sink = new BlobSink();
    await exportRun(store, runId, sink, { checkpoints, made: madeBy });
    return sink.blob();
  }

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

  discard(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: true }));
  }

  restore(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.amend(runId, { discarded: false }));
  }

  remove(runId: string): Promise<void> {
    return this.session.closed(runId, () => this.parts.store.remove(runId));
  }

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
