import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
/** @file `--set name=value`: each kind of setting is read as its kind, and a wrong assignment says what is wrong. */
import { expect, it } from 'vitest';
import { assignedSettings } from './setting-assignments.ts';
import { TEMPLATES } from '../tasks/worlds/templates.ts';

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
  expect(await assignedSettings([`families=household,${path}`])).toEqual({ families: ['household', TEMPLATES.calls] });
  await writeFile(path, JSON.stringify({ ...TEMPLATES.calls, things: 'loan', name: '' }));
  await expect(assignedSettings([`families=${path}`])).rejects.toThrow(/not-a-world.*not-a-title.*not-a-list/);
  await expect(assignedSettings([`families=${folder}/none.json`])).rejects.toThrow('file-not-readable');
  await rm(folder, { recursive: true });
});
