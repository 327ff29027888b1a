/** @file Reads a short run from a file into memory, for tests. */
import { bytesSource } from '../../common/byte-source.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Checkpoint } from '../../store/run-store.ts';
import { type RunStream, streamRun, type ReadOptions } from '../files/read-run.ts';

interface WholeRun extends Omit<RunStream, 'epochs' | 'checkpoints'> {
  events: RunEvent[];
  checkpoints: Checkpoint[];
}

export async function readRun(bytes: Uint8Array<ArrayBuffer>, name: string, options: ReadOptions): Promise<WholeRun> {
  const run = await streamRun(bytesSource(bytes), name, options);
  const events: RunEvent[] = [];
  for await (const epoch of run.epochs) events.push(...epoch);
  const checkpoints: Checkpoint[] = [];
  for await (const checkpoint of run.checkpoints) checkpoints.push(checkpoint);
  return { ...run, events, checkpoints };
}
