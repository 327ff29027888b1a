import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assignedSettings, readNamedText } from './inputs.ts';
import { importLogCommand } from './commands/import-log.ts';
import { parseSettings, settingAsText, settingFromText } from '../genenv/settings/settings.ts';
import { TEMPLATES } from '../tasks/worlds/templates.ts';

describe('a named file', () => {
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
    // A sparse file takes no space on the disk.
    await writeFile(path, '');
    await truncate(path, 2 ** 30);
    await expect(readNamedText(path)).rejects.toThrow('it has 1073741824 bytes, more than the');
    await rm(folder, { recursive: true });
  });

  it('names a file that is not there in the command that reads it', async () => {
    const importing = importLogCommand().parseAsync(['/nowhere/run.jsonl', '--out', '/nowhere/out'], { from: 'user' });
    await expect(importing).rejects.toMatchObject({ code: 'file-not-readable' });
  });
});

describe('an assignment of a setting', () => {
  it('reads a number, a list of names and a text', async () => {
    expect(await assignedSettings(['kMin=0.2', 'groupSize=4', 'families=travel,household', 'agentModel=a=b'])).toEqual({
      kMin: 0.2,
      groupSize: 4,
      families: ['travel', 'household'],
      agentModel: 'a=b',
    });
  });

  it('takes the last of two assignments', async () => {
    expect(await assignedSettings(['seed=1', 'seed=2'])).toEqual({ seed: 2 });
  });

  it('refuses what is no assignment, and a name that is no setting', async () => {
    await expect(assignedSettings(['kMin'])).rejects.toThrow('not-an-assignment {"assignment":"kMin"}');
    await expect(assignedSettings(['kmin=1'])).rejects.toThrow('unknown-setting {"setting":"kmin"}');
  });

  it('reads worlds of families from their files, and says every problem of one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worlds-'));
    const path = join(folder, 'world.json');
    await writeFile(path, JSON.stringify(TEMPLATES.calls));
    expect(await assignedSettings([`families=household,${path}`])).toEqual({
      families: ['household', TEMPLATES.calls],
    });
    await writeFile(path, JSON.stringify({ ...TEMPLATES.calls, things: 'loan', name: '' }));
    await expect(assignedSettings([`families=${path}`])).rejects.toThrow(/not-a-world.*not-a-title.*expected array/);
    await expect(assignedSettings([`families=${folder}/none.json`])).rejects.toThrow('file-not-readable');
    await rm(folder, { recursive: true });
  });

  it('reads tasks from their files, names the line of a problem, and reads nothing of 600 MB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tasks-'));
    const path = join(folder, 'sums.csv');
    const rows = Array.from({ length: 9 }, (_, i) => `${i} + 1,${i + 1}`);
    await writeFile(path, ['prompt,answer', ...rows].join('\n'));
    const { families } = await assignedSettings([`families=${path}`]);
    expect(families).toEqual([expect.objectContaining({ tasks: 1, name: 'sums', form: 'words' })]);
    const written = join(folder, 'set.json');
    await writeFile(written, JSON.stringify(families![0]));
    expect(await assignedSettings([`families=${written}`])).toEqual({ families });
    // A link to the page holds a setting as text.
    const again = parseSettings({ families: settingFromText('families', settingAsText(families!)) });
    expect(again.families).toEqual(families);
    await writeFile(path, ['prompt,answer', ...rows, 'x'].join('\n'));
    await expect(assignedSettings([`families=${path}`])).rejects.toMatchObject({
      code: 'not-tasks',
      parameters: { faults: [{ code: 'other-cells', line: 11 }] },
    });
    await truncate(path, 600e6);
    await expect(assignedSettings([`families=${path}`])).rejects.toMatchObject({
      parameters: { faults: [{ code: 'too-large' }] },
    });
    await rm(folder, { recursive: true });
  });
});
