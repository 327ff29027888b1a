/** @file The results page, its tables and its figures are those that the command makes of the committed runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FIGURES_FOLDER } from '../figures/page-figures.ts';
import { reportText } from '../text/reports.ts';
import { madeOfResults } from './commands/results.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The second holds worlds that were made with the form, the third worlds of three depths and agents of two sizes. */
it.each(['docs', 'docs/own-world', 'docs/growth'])('%s/results.md is made of the runs beside it', async (place) => {
  const read = (path: string): string => readFileSync(join(ROOT, place, path), 'utf8');
  const names = readdirSync(join(ROOT, place, 'results')).filter((name) => name.endsWith('.json'));
  const made = await madeOfResults(
    names.map((name) => `${place}/results/${name}`),
    `${place}/results.md`,
  );
  expect(read('results.md')).toBe(made.page);
  for (const [folder, files] of [
    [FIGURES_FOLDER, made.drawings],
    [reportText.TABLES_FOLDER, made.tables],
  ] as const) {
    expect(readdirSync(join(ROOT, place, folder)).sort()).toEqual([...files.keys()].sort());
    for (const [file, text] of files) expect(read(`${folder}/${file}`), file).toBe(text);
  }
});

const docs = (path: string) => JSON.parse(readFileSync(join(ROOT, 'docs', path), 'utf8'));

it('the sweeps of depths and sizes play the worlds of their names', () => {
  const names = readdirSync(join(ROOT, 'docs/sweeps')).filter((name) => name.startsWith('growth-'));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const steps = Number(/(\d+)-steps/.exec(name)![1]);
    const world = docs(`examples/worlds/workshop-${steps}.json`);
    expect(world.levels.at(-1)).toEqual({ steps });
    expect(docs(`sweeps/${name}`).settings.families).toEqual([world]);
  }
});

it('the sweeps of own worlds play the examples, on seeds that chose nothing', () => {
  const names = readdirSync(join(ROOT, 'docs/sweeps')).filter((name) => name.startsWith('world-'));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) {
    const { settings, arms, seeds } = docs(`sweeps/${name}`);
    expect(settings).toEqual({
      families: [docs(`examples/worlds/${name.replace('world-', '')}`)],
      epochs: 60,
      evalEvery: 15,
      evalSamples: 4,
    });
    expect(arms).toEqual(['genenv', 'random', 'base-data']);
    expect(Math.min(...seeds)).toBeGreaterThan(300);
  }
});
