/**
 * @file A run's file that is looked at without being stored. It is read once; then outlines of its epochs are in memory, and
 * the JSON of each epoch in a Blob, which the browser may keep on the disk.
 */
import { blobSource } from '../../src/common/byte-source.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { outlineEvent } from '../../src/genenv/log/outline-event.ts';
import { streamRun } from '../../src/runs/files/read-run.ts';
import { countedRecord, epochOf, newRunRecord } from '../../src/store/run-store.ts';
import type { StoredRun } from '../run/runs.ts';

export class InspectedFile {
  private epochs = new Map<number | undefined, Blob>();

  /** Reads a file as `runs.import` does, in place of the one before. */
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

  /** The events of an epoch of that file, in order; empty if there is none of that number. */
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
