/** @file A file that cannot be read is named, with the cause. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNamedText } from './inputs.ts';
import { importLogCommand } from './commands/import-log.ts';

it('says that there is no such file, or that it is a folder', async () => {
  await expect(readNamedText('/nowhere/run.jsonl')).rejects.toMatchObject({
    code: 'file-not-readable',
    parameters: { path: '/nowhere/run.jsonl', cause: 'there is no such file or folder' },
  });
  await expect(readNamedText(tmpdir())).rejects.toThrow('it is a folder, not a file');
});

it('refuses a file that is too large to be read at once, before it reads it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-'));
  const path = join(folder, 'run.jsonl');
  // A file of holes takes no space on the disk.
  await writeFile(path, '');
  await truncate(path, 2 ** 30);
  await expect(readNamedText(path)).rejects.toThrow('it has 1073741824 bytes, more than the');
  await rm(folder, { recursive: true });
});

it('names a file that is not there in the command that reads it', async () => {
  const importing = importLogCommand().parseAsync(['/nowhere/run.jsonl', '--out', '/nowhere/out'], { from: 'user' });
  await expect(importing).rejects.toMatchObject({ code: 'file-not-readable' });
});
