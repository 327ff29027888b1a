/** @file The page's sentences about a link that it could not use whole. */
import { expect, it } from 'vitest';
import { linkProblemText } from '../../text/en/settings.ts';
import { readShareQuery } from './share-url.ts';

const said = (query: string) => readShareQuery(query).problems.map(linkProblemText);

it('is said with the labels of the settings', () => {
  expect(said('v=1&alpha=2&beta=3&kMin=&anchor=yes&colour=red&seed=1&seed=2')).toEqual([
    'There is no setting called "colour". That part of the link is not used.',
    'Seed appears in the link more than once, and is not used.',
    'Seed anchor must be true or false, but is "yes".',
    'Target success must be a number from 0 to 1, but is 2. The default is 0.5.',
    'Filter half-width must be a number from 0 to 1, but is "". The default is 0.26.',
  ]);
  expect(said('baseShare=.7&replayShare=.7')).toEqual([
    'Base data share (0.7) and History share (0.7) add up to more than 1. Lower one: the rest of the tasks is new.',
  ]);
  expect(said('arm=offline&teacherModel=')).toEqual(['The arm offline needs a teacher model. Name the folder of one.']);
});

it('is said of the link as a whole', () => {
  expect(said('v=99&alpha=.3')).toEqual([
    'This link is of version "99", but this program reads up to version 1. Its settings are not used; open it with a newer program.',
  ]);
  expect(said(`agentModel=${'a'.repeat(9000)}`)).toEqual([
    'This link has 9011 characters of settings, more than 8000. They are not used.',
  ]);
  expect(said('hide=moon')).toEqual(['There is no control called "moon" to hide.']);
  expect(said('hide=moon,sun')).toEqual(['2 names that this link hides are no controls, the first "moon".']);
});

it('is one sentence, however many settings the link makes up', () => {
  const made = Array.from({ length: 1200 }, (_, i) => `x${i}=1`).join('&');
  expect(said(made.slice(0, 7990))).toHaveLength(1);
  expect(said('colour=red&size=1&shape=2')).toEqual([
    '3 names in this link are no settings, the first "colour". Those parts are not used.',
  ]);
});
