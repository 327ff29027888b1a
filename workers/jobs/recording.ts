/**
 * @file Shows a run's file without storing the run. The file is read once. Outlines of its epochs stay in memory, and
 * each epoch's JSON in a Blob, which the browser may keep on disk.
 */
import { blobSource } from '../../src/common/byte-source.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { outlineEvent } from '../../src/genenv/log/outline-event.ts';
import { streamRun } from '../../src/runs/files/read-run.ts';
import { countedRecord, epochOf, newRunRecord } from '../../src/store/run-store.ts';
import type { StoredRun } from '../run/runs.ts';

export class InspectedFile {
  private epochs = new Map<number | undefined, Blob>();

  /** Reads a file as `runs.import` does. The new file replaces the previous one. */
  async open(file: Blob, fileName: string): Promise<StoredRun> {
    const run = await streamRun(blobSource(file), fileName, { damaged: 'keep' });
    const epochs = new Map<number | undefined, Blob>();
    const events: RunEvent[] = [];
    let newest: RunEvent[] = [];
    for await (const epoch of run.epochs) {
      events.push(...newest.map(outlineEvent));
      newest = epoch;
      epochs.set(epochOf(epoch), new Blob([JSON.stringify(epoch)]));
    }
    events.push(...newest);
    this.epochs = epochs;
    const { name, settings, createdAt } = run;
    const record = newRunRecord({ id: fileName, name, settings, now: createdAt ?? 0 });
    return { record: countedRecord(record, events), events };
  }

  /** Returns the events of one epoch in order; empty if the file has no such epoch. */
  async epoch(epoch: number): Promise<RunEvent[]> {
    const json = await this.epochs.get(epoch)?.text();
    return json ? (JSON.parse(json) as RunEvent[]) : [];
  }
}

const inspected = new InspectedFile();

export const recordingJobs = {
  'open-recording': ({ file, fileName }: { file: Blob; fileName: string }) => inspected.open(file, fileName),
  'recorded-epoch': (epoch: number) => inspected.epoch(epoch),
};
