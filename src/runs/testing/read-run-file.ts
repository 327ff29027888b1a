/** @file Reads an exported run into memory, for the short runs of tests. */
import { bytesSource } from '../../common/byte-source.ts';
import type { CodedError } from '../../common/coded-error.ts';
import type { Checkpoint, EventFormat, LoggedEvent } from '../../store/run-store.ts';
import { type Manifest, RunFile } from '../files/run-file.ts';

type ReadFile<Event> = Manifest['run'] &
  Pick<Manifest, 'made'> & {
    events: Event[];
    checkpoints: Checkpoint[];
    problems: CodedError[];
    damaged: boolean;
  };

export async function readRunFile<Event extends LoggedEvent>(
  bytes: Uint8Array<ArrayBuffer>,
  format: EventFormat<Event>,
): Promise<ReadFile<Event>> {
  const file = await RunFile.open<Event>(bytesSource(bytes), format);
  const events: Event[] = [];
  for await (const epoch of file.epochs) events.push(...epoch);
  const checkpoints: Checkpoint[] = [];
  for await (const checkpoint of file.checkpoints) checkpoints.push(checkpoint);
  const { manifest, problems, damaged } = file;
  return { ...manifest.run, made: manifest.made, events, checkpoints, problems, damaged };
}
