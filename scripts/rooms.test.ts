/**
 * @file The list of rooms says the same everywhere: in rooms.mjs, in the tree of folders, in README's tour and, where it
 * is at hand, in the plan of the project (../shared/design.md). That the code keeps to the list is dependency-cruiser's.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contracts, otherFolders, rooms } from './rooms.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const DESIGN = join(ROOT, '../shared/design.md');

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
/** `policy!` is the contract of the room `policy`. */
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

  it('have the contracts that others import', () => {
    for (const file of Object.values(contracts).flat()) expect(existsSync(join(ROOT, file)), file).toBe(true);
    const imported = list.flatMap(([, { imports }]) => imports.filter((name) => name.endsWith('!')).map(roomOf));
    expect([...new Set(imported)].sort()).toEqual(Object.keys(contracts).sort());
  });
});

it('README’s tour is the same list, one line a room', () => {
  const cell = (name: string) => (name.endsWith('!') ? `${roomOf(name)} (contract)` : name);
  const expected = [
    ...list.map(([, { path, what, imports }]) => `| \`${path}\` | ${what} | ${imports.map(cell).join(', ') || '–'} |`),
    ...Object.entries(otherFolders).map(([path, what]) => `| \`${path}\` | ${what} | |`),
  ];
  const tour = read('README.md').split('\n## A tour of the code\n')[1].split('\n## ')[0];
  const lines = tour.split('\n').filter((line) => line.startsWith('| `'));
  expect(lines).toEqual(expected);
});

/** Where the rooms differ from the plan, and why. */
const DEPARTURES: Record<string, string> = {
  common: 'Helpers that know no subject need a place that is no subject’s.',
  curriculum: 'The formulas stand beside their WGSL, which the method’s room must not import.',
  evaluation: 'Evaluating needs models and the method, so it stands above genenv, not in benchmarks/.',
  lessons: 'What a lesson checks is a function of event logs, which the page, its tests and its words share.',
  onnx: 'A runtime of its own, which policies, evaluation and exports share.',
  text: 'Page and command line share the sentences, so they stand beside both, not in ui/.',
  scripts: 'The programs behind npm start and npm test.',
  docs: 'Results, and the sweeps behind them.',
  faults: 'Harms what the product stores and reads; it drives all rooms, as bench/ does.',
};

describe.skipIf(!existsSync(DESIGN))('the plan (skipped where ../shared/design.md is absent)', () => {
  const design = existsSync(DESIGN) ? readFileSync(DESIGN, 'utf8') : '';

  it('names the same rooms, but for known departures', () => {
    const layout = design.match(/## Layout[\s\S]*?```\n([\s\S]*?)```/)![1];
    const planned = [...layout.matchAll(/^ {0,2}([a-z0-9]+)\/ /gm)].map(([, name]) => name);
    expect(planned.length).toBeGreaterThan(20);
    const here = [...list.map(([name]) => name), ...Object.keys(otherFolders)];
    const differences = [
      ...planned.filter((name) => !here.includes(name)),
      ...here.filter((name) => !planned.includes(name)),
    ];
    expect(differences.sort()).toEqual(Object.keys(DEPARTURES).sort());
  });

  it('lets imports point the same way', () => {
    const chains = [...design.matchAll(/`([^`\n]+ → random)`/g)].map(([, chain]) =>
      chain.split(' → ').map((layer) => layer.replaceAll("'s contract", '').match(/[a-z]+/g)!),
    );
    expect(chains.map((chain) => chain.length)).toEqual([8, 5]);
    for (const chain of chains) {
      const layerOf = (name: string) => chain.findIndex((layer) => layer.includes(name));
      for (const [name, { imports }] of list)
        for (const imported of imports.map(roomOf)) {
          const [from, to] = [layerOf(name), layerOf(imported)];
          if (from >= 0 && to >= 0) expect(to, `${name} imports ${imported}`).toBeGreaterThanOrEqual(from);
        }
    }
  });
});
