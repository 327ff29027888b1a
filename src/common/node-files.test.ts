import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeFolder } from './node-files.ts';

vi.mock('node:fs/promises', { spy: true });

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'genenv-folders-'));
});
afterEach(() => {
  vi.resetAllMocks();
  return fs.rm(folder, { recursive: true });
});

it('makes a folder and its parents, also if they exist', async () => {
  await makeFolder(join(folder, 'a', 'b'));
  await makeFolder(join(folder, 'a', 'b'));
  expect((await fs.stat(join(folder, 'a', 'b'))).isDirectory()).toBe(true);
});

it('says that the disk is read-only', async () => {
  // On a read-only disk, `mkdir` of Node 20 on Linux fails with these codes.
  vi.mocked(fs.mkdir).mockImplementation(async (_path, options) => {
    const code = (options as { recursive?: boolean } | undefined)?.recursive ? 'ENOENT' : 'EROFS';
    throw Object.assign(new Error(code), { code });
  });
  await expect(makeFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'EROFS' });
});

it('says that a file is in the way', async () => {
  await fs.writeFile(join(folder, 'a'), '');
  await expect(makeFolder(join(folder, 'a'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
