import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contracts, otherFolders, rooms } from './rooms.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Room {
  path: string;
  what: string;
  imports: string[];
}
const list: [name: string, room: Room][] = Object.entries(rooms);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
/** Removes the mark of a contract, so that `policy!` becomes `policy`. */
const roomOf = (name: string) => name.replace('!', '');

describe('the rooms', () => {
  it('stand in an order in which imports point one way', () => {
    list.forEach(([name, { imports }], index) => {
      const before = list.slice(0, index).map(([other]) => other);
      for (const imported of imports) expect(before, `${name} imports ${imported}`).toContain(roomOf(imported));
    });
  });

  it('are the folders of src/, and workers/', () => {
    const paths = [...foldersOf('src').map((name) => `src/${name}`), 'workers'];
    expect(list.map(([, { path }]) => path).sort()).toEqual(paths.sort());
    const files = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files, 'files of src/ that are in no room').toEqual([]);
  });

  it('and the other folders are all there is', () => {
    const ignored = read('.gitignore')
      .split('\n')
      .map((line) => line.replaceAll('/', ''));
    const folders = foldersOf('.').filter((name) => !ignored.includes(name) && !['src', 'workers'].includes(name));
    expect(folders.sort()).toEqual(Object.keys(otherFolders).sort());
  });

  it('and what they hold are the table of docs/architecture.md', () => {
    const rows = [...list.map(([, { path, what }]) => [path, what]), ...Object.entries(otherFolders)];
    const table = rows.map(([path, what]) => `| \`${path}\` | ${what} |`).join('\n');
    expect(read('docs/architecture.md')).toContain(`| folder | what it holds |\n|---|---|\n${table}\n\n`);
  });

  it('have the contracts that others import', () => {
    for (const file of Object.values(contracts).flat()) expect(existsSync(join(ROOT, file)), file).toBe(true);
    const imported = list.flatMap(([, { imports }]) => imports.filter((name) => name.endsWith('!')).map(roomOf));
    expect([...new Set(imported)].sort()).toEqual(Object.keys(contracts).sort());
  });
});
