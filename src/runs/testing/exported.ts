/** @file Exports a run to memory, for tests. */
import type { LoggedEvent, RunStore } from '../../store/run-store.ts';
import { exportRun } from '../files/export-run.ts';
import { BlobSink } from '../files/zip.ts';

export async function exported<Event extends LoggedEvent>(
  store: RunStore<Event>,
  id: string,
  checkpoints?: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const sink = new BlobSink();
  await exportRun(store, id, sink, checkpoints);
  return new Uint8Array(await sink.blob().arrayBuffer());
}
