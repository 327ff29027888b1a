/**
 * @file A run's file that is looked at without being stored. It is read once; then outlines of its epochs are in memory, and
 * the lines of each epoch in a Blob, which the browser may keep on the disk.
 */
import { blobSource } from '../../src/common/byte-source.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { outlineEvent } from '../../src/genenv/log/outline-event.ts';
import { openRun } from '../../src/runs/files/read-run.ts';
import { damagedLog, readEventLines, writeEventLog } from '../../src/store/event-log.ts';
import { countedRecord, epochOf, newRunRecord } from '../../src/store/run-store.ts';
import type { InspectedService, StoredRun } from './contract.ts';

export class InspectedFile implements InspectedService {
  private lines = new Map<number | undefined, Blob>();

  /** Reads another file; that of before is forgotten. */
  async open(file: Blob, fileName: string): Promise<StoredRun> {
    const { name, settings, createdAt, epochs } = await openRun(blobSource(file), fileName, { damaged: 'keep' });
    const lines = new Map<number | undefined, Blob>();
    const events: RunEvent[] = [];
    let newest: RunEvent[] = [];
    for await (const epoch of epochs) {
      events.push(...newest.map(outlineEvent));
      newest = epoch;
      lines.set(epochOf(epoch), new Blob([writeEventLog(epoch)]));
    }
    events.push(...newest);
    this.lines = lines;
    const record = newRunRecord({ id: fileName, name, settings, now: createdAt ?? 0 });
    return { record: countedRecord(record, events), events };
  }

  /** The events of an epoch of the file; empty where it has none of that number. */
  async epoch(epoch: number): Promise<RunEvent[]> {
    const lines = this.lines.get(epoch);
    if (!lines) return [];
    const bytes = new Uint8Array(await lines.arrayBuffer());
    const refuse = (problem: string) => damagedLog(`epoch ${epoch}`, problem);
    return readEventLines(bytes, { first: 0, before: 0, refuse }) as RunEvent[];
  }
}
