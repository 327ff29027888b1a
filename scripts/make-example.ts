/**
 * @file Records the run that comes with the page, `public/example-run.zip`:
 *
 *     npx tsx scripts/make-example.ts [LOG]
 *
 * Without a log it makes the run first: 80 epochs of the preset `discovery` with its own pair. Its seed is the first of
 * 1, 2, 3, … whose run has all four beats of the story and an epoch for each lesson. The build makes the start file from it
 * (build/example-start.ts).
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLE_FILE } from '../src/ui/state/example.ts';
import { ROOT, run } from './setup.mjs';

const NAME = 'discovery, genenv, seed 1';

function genenv(...args: string[]): void {
  if (run(process.execPath, ['src/cli/genenv.mjs', ...args]) !== 0) process.exit(1);
}

function recorded(): string {
  const log = join(mkdtempSync(join(tmpdir(), 'genenv-example-')), 'example.jsonl');
  genenv('coevolve', '--preset', 'discovery', '--seed', '1', '--epochs', '80', '--out', log);
  return log;
}

const log = process.argv[2] ?? recorded();
genenv('export', log, '--name', NAME, '--out', join(ROOT, 'public', EXAMPLE_FILE), '--force');
