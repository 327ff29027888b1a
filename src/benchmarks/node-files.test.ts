import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from './node.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'genenv-files-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('lists and opens what symbolic links lead to, and goes round no circle', async () => {
  const [data, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
  for (const path of [data, elsewhere]) mkdirSync(path);
  writeFileSync(join(elsewhere, 'flights.csv'), 'F1\n');
  symlinkSync(elsewhere, join(data, 'database'));
  symlinkSync(join(elsewhere, 'flights.csv'), join(data, 'flights.csv'));
  symlinkSync(data, join(elsewhere, 'back'));
  symlinkSync(join(folder, 'nowhere'), join(data, 'broken'));
  const files = diskFiles(data);
  expect(await files.names()).toEqual(['database/flights.csv', 'flights.csv']);
  expect((await files.open('database/flights.csv'))?.size).toBe(3);
  expect(await files.open('broken')).toBeNull();
});
