/**
 * @file A run's file that is looked at without being stored. It is read once; then outlines of its epochs are in memory, and
 * the JSON of each epoch in a Blob, which the browser may keep on the disk.
 */
import { blobSource } from '../../src/common/byte-source.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { outlineEvent } from '../../src/genenv/log/outline-event.ts';
import { streamRun } from '../../src/runs/files/read-run.ts';
import { countedRecord, epochOf, newRunRecord } from '../../src/store/run-store.ts';
import type { InspectedService, StoredRun } from '../run/contract.ts';

export class InspectedFile implements InspectedService {
  private epochs = new Map<number | undefined, Blob>();

  /** Reads another file; that of before is forgotten. */
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

  /** The events of an epoch of the file; empty where it has none of that number. */
  async epoch(epoch: number): Promise<RunEvent[]> {
    const json = await this.epochs.get(epoch)?.text();
    return json ? (JSON.parse(json) as RunEvent[]) : [];
  }
}
