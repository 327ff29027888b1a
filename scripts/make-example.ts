/**
 * @file Makes both files of the recorded run that comes with the page, from one log:
 *
 *     npx tsx scripts/make-example.ts [LOG or FILE]
 *
 * Without a log it makes the run first, 80 epochs; `public/example-run.zip` itself is kept, and only its beginning made again.
 */
import { mkdtempSync, openAsBlob, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkedJson } from '../src/common/checked-line.ts';
import { EXAMPLE_FILE, START_FILE } from '../src/ui/state/example.ts';
import { exampleStart } from '../src/ui/state/example-start.ts';
import { InspectedFile } from '../workers/coordinator/inspected-file.ts';
import { ROOT, run } from './setup.mjs';

const NAME = 'discovery, genenv, seed 32';
const PLAYERS = { agentModel: 'discovery-agent-b', environmentModel: 'discovery-environment-hard-b' };

function genenv(...args: string[]): void {
  if (run(process.execPath, ['src/cli/genenv.mjs', ...args]) !== 0) process.exit(1);
}

function recorded(): string {
  const log = join(mkdtempSync(join(tmpdir(), 'genenv-example-')), 'example.jsonl');
  const players = Object.entries(PLAYERS).flatMap(([name, model]) => ['--set', `${name}=${model}`]);
  genenv('coevolve', '--preset', 'discovery', '--seed', '32', '--epochs', '80', '--out', log, ...players);
  return log;
}

const whole = join(ROOT, 'public', EXAMPLE_FILE);
const given = process.argv[2];
if (given === undefined || resolve(given) !== whole)
  genenv('export', given ?? recorded(), '--name', NAME, '--out', whole, '--force');
const file = new InspectedFile();
const start = await exampleStart(await file.open(await openAsBlob(whole), EXAMPLE_FILE), (epoch) => file.epoch(epoch));
writeFileSync(join(ROOT, 'public', START_FILE), checkedJson(JSON.stringify(start)));
