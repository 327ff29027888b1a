/** @file Writes a run as one file (run-file.ts), an epoch at a time. */
import { sha256 } from '../../common/sha-256.ts';
import { partsOf } from '../../store/checkpoint-parts.ts';
import { writeEventLog } from '../../store/event-log.ts';
import { type LoggedEvent, type RunStore, unknownRun } from '../../store/run-store.ts';
import {
  checkpointFile,
  EVENTS,
  madeBy,
  type Manifest,
  MANIFEST,
  manifestBytes,
  RUN_FILE_VERSION,
} from './run-file.ts';
import { type ZipSink, ZipWriter } from './zip.ts';
import { CodedError } from '../../common/coded-error.ts';

/**
 * Exports a run. Reads it twice, because the manifest comes first and holds hashes of all epochs.
 * @param checkpoints epochs whose weights are exported too
 */
export async function exportRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  id: string,
  sink: ZipSink,
  checkpoints: readonly number[] = [],
): Promise<void> {
  const record = await store.get(id);
  if (!record) throw unknownRun(id);
  const manifest: Manifest = {
    format: 'genenv-run',
    version: RUN_FILE_VERSION,
    run: { name: record.name, createdAt: record.createdAt, settings: record.settings },
    made: madeBy(await store.event(id, 0)),
    epochs: [],
    checkpoints: [],
  };
  let end = 0;
  for await (const lines of epochLines(store, id, record.epochs))
    manifest.epochs.push({ end: (end += lines.length), sha256: await sha256(lines) });
  for (const epoch of checkpoints) {
    const files: Record<string, string> = {};
    for (const [name, bytes] of await checkpointFiles(store, id, epoch)) files[name] = await sha256(bytes);
    manifest.checkpoints.push({ epoch, files });
  }
  // The order puts the most important parts first, so that a file that is cut off keeps them.
  const zip = new ZipWriter(sink);
  await zip.add(MANIFEST, [manifestBytes(manifest)], 9);
  await zip.add(EVENTS, epochLines(store, id, record.epochs), 9);
  for (const epoch of checkpoints)
    // Trained weights do not compress, so trying would only cost time.
    for (const [name, bytes] of await checkpointFiles(store, id, epoch)) await zip.add(name, [bytes], 0);
  await zip.end();
}

/** Yields the lines of the first `epochs` epochs only, because more may be stored during the export. */
async function* epochLines<Event extends LoggedEvent>(store: RunStore<Event>, id: string, epochs: number) {
  let left = epochs;
  if (left > 0)
    for await (const events of store.epochs(id)) {
      yield writeEventLog(events);
      if (--left === 0) return;
    }
}

async function checkpointFiles<Event extends LoggedEvent>(store: RunStore<Event>, id: string, epoch: number) {
  const checkpoint = await store.checkpoint(id, epoch);
  if (!checkpoint) throw new CodedError('checkpoint-not-stored', { epoch });
  return partsOf(checkpoint).map(({ name, bytes }) => [checkpointFile(epoch, name), bytes] as const);
}
