/** @file An error is reported as a sentence, with its stack only if asked for. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { CodedError } from '../common/coded-error.ts';
import { reportError } from './print.ts';

afterEach(() => vi.restoreAllMocks());

/** Collects what `reportError` prints on stderr, one entry per call. */
function printed(error: unknown, debug = false): unknown[] {
  const stderr = vi.spyOn(console, 'error').mockImplementation(() => {});
  reportError(error, debug);
  return stderr.mock.calls.map(([first]) => first);
}

it('prints the sentence of an error that a person can mend, and nothing else', () => {
  expect(printed(new CodedError('no-run-in-file', { file: 'x.jsonl' }))).toEqual([
    'genenv: There is no run in x.jsonl. Name the event log of a run.',
  ]);
});

it('says what an error of the system means', () => {
  let error: unknown;
  try {
    readFileSync('/nowhere/run.jsonl');
  } catch (caught) {
    error = caught;
  }
  expect(printed(error)).toEqual(['genenv: /nowhere/run.jsonl could not be used: there is no such file or folder.']);
});

it('says how to see where an unexpected error happened', () => {
  const [message, hint, ...rest] = printed(new TypeError('x is undefined'));
  expect(message).toBe('genenv: x is undefined');
  expect(hint).toContain('--debug');
  expect(rest).toEqual([]);
});

it('prints the error with its stack under --debug', () => {
  const error = new TypeError('x is undefined');
  expect(printed(error, true)).toEqual([
    'genenv: x is undefined',
    expect.stringContaining('stop-on-interrupt.test.ts'),
  ]);
});

const cause = '\u001b[2J\u202e'.padEnd(1_000_000, 'x');

it.each([
  [new CodedError('file-not-json', { file: 'a\u0000.json', cause }), /a‹U\+0000›\.json.*‹U\+001B›\[2J‹U\+202E›xx+…/],
  [new TypeError(cause), /^genenv: ‹U\+001B›\[2J‹U\+202E›xx+…/],
])('prints no character that a terminal obeys, and no parameter of a megabyte', (error, plain) => {
  const [message] = printed(error) as [string];
  expect(message).toMatch(plain);
  expect(message.length).toBeLessThan(2500);
});
