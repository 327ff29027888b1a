/**
 * @file Checks that two revisions of this program make the same runs: equal seeds give equal logs, field by field.
 *
 *     npx tsx scripts/compare-revisions.ts BEFORE AFTER [--only NAME,…] [--may-differ FIELD,…]
 *
 * BEFORE and AFTER are checkouts, or folders of logs. In a checkout the script runs 8 epochs of every preset except
 * `paper-large`, and of every arm with `discovery`. It lists fields that only one log has as removed or added. It fails
 * if other fields differ, except those in --may-differ. Checksums are ignored: they follow from the rest of a line.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { settingsTable } from '../src/genenv/settings/settings-table.ts';

const RUN = ['--epochs', '8', '--seed', '5'];
const LOG = '.jsonl';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'may-differ': { type: 'string', default: '' } },
});
if (positionals.length !== 2) throw new Error('Name two checkouts, or two folders of logs.');
const mayDiffer = new Set(values['may-differ'].split(','));

/** Options of each run, by the name of its log. `paper-large` is left out, because it needs models of gigabytes. */
const runs: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    settingsTable.preset.choices
      .filter((preset) => preset !== 'paper-large')
      .map((preset) => [preset, ['--preset', preset]]),
  ),
  ...Object.fromEntries(
    settingsTable.arm.choices
      .filter((arm) => arm !== 'genenv')
      .map((arm) => [`arm-${arm}`, ['--preset', 'discovery', '--arm', arm]]),
  ),
};
const names = values.only?.split(',') ?? Object.keys(runs);

/** Returns the folder of logs. If `place` is a checkout, makes the logs first. */
function logsOf(place: string): string {
  if (!existsSync(join(place, 'package.json'))) return place;
  const folder = mkdtempSync(join(tmpdir(), 'genenv-revision-'));
  for (const name of names) {
    console.error(`${place}: ${name}`);
    const options = ['coevolve', ...runs[name], ...RUN, '--out', join(folder, name + LOG)];
    execFileSync(process.execPath, ['src/cli/genenv.mjs', ...options], { cwd: resolve(place), stdio: 'ignore' });
  }
  return folder;
}

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

const found = { removed: new Set<string>(), added: new Set<string>(), different: new Map<string, string>() };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Adds differences of two values to `found`. `field` is the path without list positions, `where` the whole path. */
function compare(before: unknown, after: unknown, field: string, where: string): void {
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    if (Array.isArray(before) && before.length !== Object.keys(after).length)
      found.different.set(field, `${where}: ${before.length} and ${Object.keys(after).length} entries`);
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = Array.isArray(before) ? `${field}[]` : `${field}.${name}`;
      if (inner.endsWith('.crc')) continue;
      if (!(name in after)) found.removed.add(inner);
      else if (!(name in before)) found.added.add(inner);
      else compare(before[name], after[name], inner, `${where}.${name}`);
    }
  } else if (!Object.is(before, after) && !mayDiffer.has(field))
    found.different.set(field, `${where}: ${JSON.stringify(before)} and ${JSON.stringify(after)}`);
}

const [before, after] = positionals.map(logsOf);
const there = (folder: string): string[] => readdirSync(folder).filter((file) => file.endsWith(LOG));
let compared = 0;
for (const name of names) {
  const file = name + LOG;
  if (!there(before).includes(file) || !there(after).includes(file)) {
    console.log(`${name}: not compared, because only one of the folders has it, or none`);
    continue;
  }
  const [old, now] = [linesOf(join(before, file)), linesOf(join(after, file))];
  if (old.length !== now.length) found.different.set(name, `${old.length} and ${now.length} events`);
  old.forEach((event, i) => compare(event, now[i], (event as { type: string }).type, `${name}: event ${i}`));
  compared += 1;
  console.log(`${name}: ${old.length} events compared`);
}
for (const field of [...found.removed].sort()) console.log(`removed: ${field}`);
for (const field of [...found.added].sort()) console.log(`added: ${field}`);
for (const [field, where] of found.different) console.log(`DIFFERENT: ${field}, for example ${where}`);
console.log(
  found.different.size === 0 && compared > 0 ? `${compared} runs are the same.` : 'The runs are not the same.',
);
if (found.different.size > 0 || compared === 0) process.exitCode = 1;
