/** @file A file that cannot be read is named, with the cause. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openNamedFile, readNamedText } from './read-named-file.ts';
import { importLogCommand } from './commands/import-log.ts';
import { recipeCommand } from './commands/recipe.ts';

it('says that there is no such file, or that it is a folder', async () => {
  await expect(openNamedFile('/nowhere/run.jsonl')).rejects.toMatchObject({
    code: 'file-not-readable',
    parameters: { path: '/nowhere/run.jsonl', cause: 'there is no such file or folder' },
  });
  await expect(openNamedFile(tmpdir())).rejects.toThrow('it is a folder, not a file');
});

it('refuses a file that is too large to be read at once, before it reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-'));
  const path = join(folder, 'run.jsonl');
  // A file of holes takes no space on the disk.
  await writeFile(path, '');
  await truncate(path, 2 ** 30);
  await expect(readNamedText(path)).rejects.toThrow('it has 1073741824 bytes, more than the');
  // Piece by piece it is read.
  expect((await openNamedFile(path)).size).toBe(2 ** 30);
  await rm(folder, { recursive: true });
});

it.each([recipeCommand, importLogCommand])('every command that reads a file says it', async (command) => {
  // A folder may be a log of rollouts.
  for (const path of ['/nowhere/run.jsonl', ...(command === importLogCommand ? [] : [tmpdir()])])
    await expect(command().parseAsync([path, '--out', '/nowhere/out'], { from: 'user' })).rejects.toMatchObject({
      code: 'file-not-readable',
    });
});
