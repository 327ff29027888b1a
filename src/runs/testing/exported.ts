/** @file Exports a run to memory, for tests. */
import type { LoggedEvent, RunStore } from '../../store/run-store.ts';
import { exportRun } from '../files/export-run.ts';
import type { ZipSink } from '../files/zip.ts';

class MemorySink implements ZipSink {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.parts.push(bytes);
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    let start = 0;
    const part = this.parts.findIndex(({ length }) => (start += length) > at);
    this.parts[part] = bytes;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.parts));
  }
}

export async function exported<Event extends LoggedEvent>(
  store: RunStore<Event>,
  id: string,
  checkpoints?: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const sink = new MemorySink();
  await exportRun(store, id, sink, checkpoints);
  return sink.bytes;
}
