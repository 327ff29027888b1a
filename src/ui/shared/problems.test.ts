/** @file Errors as the page shows them. */
import { expect, it } from 'vitest';
import { CodedError } from '../../common/coded-error.ts';
import type { ErrorSentences } from '../../text/errors.ts';
import { text } from '../../text/text.ts';
import { problemOf } from './problems.ts';

const error = new CodedError('store-missing', 'There is no run "a".', { run: 'a' });
const german: Partial<ErrorSentences> = { 'store-missing': ({ run }) => `Es gibt keinen Lauf „${run}“.` };

it('shows the sentence of the page’s language for the error’s code, else the error’s own', () => {
  expect(problemOf(error, german).cause).toBe('Es gibt keinen Lauf „a“.');
  expect(problemOf(error, {}).cause).toBe('There is no run "a".');
  expect(problemOf(error).cause).toBe('There is no run "a".');
  const other = Object.assign(new Error('Not ours.'), { code: 'toString', parameters: {} });
  expect(problemOf(other, german).cause).toBe('Not ours.');
});

it('knows the code of an error that came from a worker as a copy', () => {
  const { code, message, parameters } = error;
  const copy = Object.assign(new Error(message), { code, parameters });
  expect(problemOf(copy, german).cause).toBe('Es gibt keinen Lauf „a“.');
});

it('keeps the technical words of a mistake in the program for a report', () => {
  const problem = problemOf(new TypeError('x is not a function'));
  expect(problem.cause).toBe(text.problems.unexpected.cause);
  expect(problem.details).toContain('x is not a function');
  expect(problemOf('a string').details).toBe('a string');
});
