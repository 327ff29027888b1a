/**
 * @file Prints how much code the loop needs: node scripts/reach.mjs [ENTRY]
 *
 * It counts the files and lines that ENTRY imports, directly or not, types included (default: src/genenv/coevolve.ts).
 * It also counts the lines of each room.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';

const linesOf = (file) => readFileSync(file, 'utf8').split('\n').length - 1;
const sum = (files) => files.reduce((lines, file) => lines + linesOf(file), 0);
const roomOf = (file) => /^(?:src\/)?[^/]+/.exec(file)[0];

const [entry = 'src/genenv/coevolve.ts'] = process.argv.slice(2);
const { output } = await cruise([entry], config.options);
const files = output.modules.map(({ source }) => source);
console.log(`${entry} reaches ${files.length} files, ${sum(files)} lines.`);

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
