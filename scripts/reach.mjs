/**
 * @file Prints how much code one has to read with the loop: the files and lines that `src/genenv/coevolve.ts` reaches by
 * import (types included), whether a benchmark is among them, and the lines of each room. Run it with
 * `node scripts/reach.mjs [entry]`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length - 1;
const roomOf = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('src/') ? 2 : 1)
    .join('/');
const sum = (files) => files.reduce((lines, file) => lines + linesOf(file), 0);

/** The files that an entry imports, directly or not, itself among them. */
function reachable(entry) {
  const seen = new Set();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)/g)) {
      const imported = join(dirname(file), path);
      if (/\.(ts|mjs|svelte)$/.test(imported) && existsSync(imported)) waiting.push(imported);
    }
  }
  return [...seen];
}

const [entry = 'src/genenv/coevolve.ts'] = process.argv.slice(2);
const files = reachable(entry);
const benchmarks = files.filter((file) => file.startsWith('src/benchmarks/'));
console.log(`${entry} reaches ${files.length} files, ${sum(files)} lines, ${benchmarks.length} files of benchmarks.`);

const rooms = new Map();
const tracked = execFileSync('git', ['ls-files', '*.ts', '*.svelte', '*.mjs', '*.css', '*.py'], { encoding: 'utf8' });
for (const file of tracked.trim().split('\n')) {
  const room = roomOf(file);
  const { product, tests } = rooms.get(room) ?? { product: [], tests: [] };
  (/\.(test|spec)\.|\/testing\/|^e2e\/|^faults\/|\/tests\//.test(file) ? tests : product).push(file);
  rooms.set(room, { product, tests });
}
console.table(
  Object.fromEntries(
    [...rooms].map(([room, { product, tests }]) => [
      room,
      { files: product.length, lines: sum(product), 'lines of tests': sum(tests) },
    ]),
  ),
);
