/**
 * @file Records the run that comes with the page, `public/example-run.zip`:
 *
 *     npx tsx scripts/make-example.ts [LOG]
 *
 * Without LOG, the script first makes a run: 80 epochs of the preset `discovery`. Its seed must give all four beats of
 * the story and an epoch for each lesson (src/ui/state/example.test.ts). Seed 1 does.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '../src/genenv/log/events.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { EXAMPLE_FILE } from '../src/ui/state/example.ts';
import { ROOT, run } from './setup.mjs';

const NAME = 'discovery, genenv, seed 1';
const folder = mkdtempSync(join(tmpdir(), 'genenv-example-'));

function genenv(...args: string[]): void {
  if (run(process.execPath, ['src/cli/genenv.mjs', ...args]) !== 0) process.exit(1);
}

function recorded(): string {
  const log = join(folder, 'recorded.jsonl');
  genenv('coevolve', '--preset', 'discovery', '--seed', '1', '--epochs', '80', '--out', log);
  return log;
}

/** Returns the shortest decimal that rounds to the same 32-bit float. Full decimals would double the file's size. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** Copies the log with its log-probabilities shortened, and returns the path of the copy. */
function shortened(log: string): string {
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const events = lines.map((line) => {
    const { crc: _, ...event } = JSON.parse(line, (name, value: unknown) =>
      name === 'logprobs' ? (value as number[]).map(shortest) : value,
    ) as RunEvent & { crc: string };
    return event as RunEvent;
  });
  const short = join(folder, 'short.jsonl');
  writeFileSync(short, writeEventLog(events));
  return short;
}

const log = shortened(process.argv[2] ?? recorded());
genenv('export', log, '--name', NAME, '--out', join(ROOT, 'public', EXAMPLE_FILE), '--force');
