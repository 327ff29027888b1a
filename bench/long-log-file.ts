/** @file The log of the jobs `long` and `long-page` as a file: the recorded example again and again, to 1,000 epochs. */
import { readFile } from 'node:fs/promises';
import type { RunEvent } from '../src/genenv/log/events.ts';
import { FileSink } from '../src/runs/files/node-file.ts';
import { readRun } from '../src/runs/files/read-run.ts';
import { longLog } from '../src/runs/testing/long-log.ts';
import { writeEventLog } from '../src/store/event-log.ts';

export const LONG_EPOCHS = 1000;
export const MEBIBYTE = 2 ** 20;
const EXAMPLE = new URL('../public/example-run.zip', import.meta.url);

/** The events of the recorded example. */
export async function recordedEvents(): Promise<RunEvent[]> {
  return (await readRun(new Uint8Array(await readFile(EXAMPLE)), 'example', { damaged: 'refuse' })).events;
}

/** @returns its size, bytes */
export async function writeLongLog(path: string): Promise<number> {
  const sink = await FileSink.open(path);
  for (const epoch of longLog(await recordedEvents(), LONG_EPOCHS)) await sink.write(writeEventLog(epoch));
  await sink.close();
  return sink.size;
}
