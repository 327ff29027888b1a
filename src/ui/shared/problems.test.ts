import { expect, it } from 'vitest';
import { CodedError } from '../../common/coded-error.ts';
import { text } from '../../text/text.ts';
import { loadErrorSentences, problemOf } from './problems.svelte.ts';

it('shows the message of an error once the messages are loaded, also for a copy from a worker', async () => {
  const problem = problemOf(new CodedError('store-missing', { run: 'a' }));
  expect(problem.cause).toBe(text.problems.unexpected.cause);
  await loadErrorSentences();
  expect(problem.cause).toBe('There is no stored run "a": it was removed, or belongs to another browser profile.');
  const copy = Object.assign(new Error('a copy'), { code: 'store-missing', parameters: { run: 'a' } });
  expect(problemOf(copy).cause).toBe(problem.cause);
  const other = Object.assign(new Error('Not ours.'), { code: 'toString', parameters: {} });
  expect(problemOf(other).cause).toBe('Not ours.');
});

it('keeps the technical details of a bug for a report', () => {
  const problem = problemOf(new TypeError('x is not a function'));
  expect(problem.cause).toBe(text.problems.unexpected.cause);
  expect(problem.details).toContain('x is not a function');
  expect(problemOf('a string').details).toBe('a string');
});
