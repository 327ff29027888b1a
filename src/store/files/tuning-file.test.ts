import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileTuningCache, tuningFile } from './tuning-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuning-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('lies in the user’s cache directory', () => {
  expect(tuningFile({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/genenv/tuning.json');
  expect(tuningFile({})).toMatch(/\/\.cache\/genenv\/tuning\.json$/);
});

it('keeps choices for the next process', async () => {
  const path = join(folder, 'genenv', 'tuning.json');
  expect(await new FileTuningCache(path).get('one')).toBeUndefined();
  await new FileTuningCache(path).set('one', 3);
  await new FileTuningCache(path).set('other', 0);
  expect(await new FileTuningCache(path).get('one')).toBe(3);
  const text = await readFile(path, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ one: 3, other: 0 });
  await writeFile(path, text.replace('3', '1'));
  expect(await new FileTuningCache(path).get('one')).toBeUndefined();
});

it('holds nothing where the file is damaged, and replaces it', async () => {
  const path = join(folder, 'tuning.json');
  await writeFile(path, '{"one": "fast"');
  const cache = new FileTuningCache(path);
  expect(await cache.get('one')).toBeUndefined();
  await cache.set('one', 1);
  expect(await cache.get('one')).toBe(1);
});

it('never fails a run where nothing can be written', async () => {
  await writeFile(join(folder, 'file'), '');
  const cache = new FileTuningCache(join(folder, 'file', 'tuning.json'));
  await cache.set('one', 1);
  expect(await cache.get('one')).toBeUndefined();
});
