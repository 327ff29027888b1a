/** @file Reads the recorded run that comes with the page. */
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { RunEvent } from '../../genenv/log/events.ts';

export const example: readonly RunEvent[] = strFromU8(unzipSync(readFileSync('public/example-run.zip'))['events.jsonl'])
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RunEvent);

export const exampleEpoch = (epoch: number): RunEvent[] =>
  example.filter((event) => event.type !== 'run-started' && event.epoch === epoch);

/** Returns the log as it was after this many epochs. */
export const exampleUpTo = (epochs: number): RunEvent[] =>
  example.filter((event) => event.type === 'run-started' || event.epoch <= epochs);
