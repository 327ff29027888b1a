/** @file Files that are there when all of them are complete, and not before. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnfinishedFiles } from './unfinished-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('replaces files once all are complete', async () => {
  await writeFile(join(folder, 'a.txt'), 'before');
  const files = new UnfinishedFiles(folder);
  await files.append('a.txt', 'one ');
  await files.append('b.txt', '');
  await files.append('a.txt', 'two');
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('before');
  await files.finish();
  expect(files.size).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.txt']);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('one two');
});

it('leaves what was there where the command fails', async () => {
  await writeFile(join(folder, 'a.txt'), 'before');
  const files = new UnfinishedFiles(folder);
  await files.append('a.txt', 'half');
  await files.abandon();
  expect(await readdir(folder)).toEqual(['a.txt']);
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('before');
});
