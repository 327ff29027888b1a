/** @file `--set name=value`: each kind of setting is read as its kind, and a wrong assignment says what is wrong. */
import { expect, it } from 'vitest';
import { assignedSettings } from './setting-assignments.ts';

it('reads a number, a list of names and a text', () => {
  expect(assignedSettings(['kMin=0.2', 'groupSize=4', 'families=travel,household', 'agentModel=a=b'])).toEqual({
    kMin: 0.2,
    groupSize: 4,
    families: ['travel', 'household'],
    agentModel: 'a=b',
  });
});

it('takes the last of two assignments', () => {
  expect(assignedSettings(['seed=1', 'seed=2'])).toEqual({ seed: 2 });
});

it('refuses what is no assignment, and a name that is no setting', () => {
  expect(() => assignedSettings(['kMin'])).toThrow('not-an-assignment {"assignment":"kMin"}');
  expect(() => assignedSettings(['kmin=1'])).toThrow('unknown-setting {"setting":"kmin"}');
});
