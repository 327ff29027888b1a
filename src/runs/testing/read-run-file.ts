/** @file The file of a run, all of it in memory, for tests: their runs are short. */
import { bytesSource } from '../../common/byte-source.ts';
import type { Checkpoint, EventFormat, LoggedEvent } from '../../store/run-store.ts';
import { type OpenedRunFile, openRunFile } from '../files/run-file.ts';

interface RunFile<Event> extends Omit<OpenedRunFile<Event>, 'epochs' | 'checkpoints'> {
  events: Event[];
  checkpoints: Checkpoint[];
}

export async function readRunFile<Event extends LoggedEvent>(
  bytes: Uint8Array<ArrayBuffer>,
  format: EventFormat<Event>,
): Promise<RunFile<Event>> {
  const file = await openRunFile<Event>(bytesSource(bytes), format);
  const events: Event[] = [];
  for await (const epoch of file.epochs) events.push(...epoch);
  const checkpoints: Checkpoint[] = [];
  for await (const checkpoint of file.checkpoints) checkpoints.push(checkpoint);
  const { damaged } = file;
  return { ...file, events, checkpoints, damaged };
}
