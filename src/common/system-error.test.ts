import { mkdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { causeOf, isSystemError, systemSentence } from './system-error.ts';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it.each([
  [() => readFileSync('/nowhere/run.jsonl'), 'there is no such file or folder'],
  [() => readFileSync('/'), 'it is a folder, not a file'],
  [() => mkdirSync('/dev/null/out'), 'a part of its path is a file, not a folder'],
  [() => mkdirSync('/tmp'), 'something of that name is in the way'],
])('%s', (work, cause) => {
  const error = thrown(work);
  expect(isSystemError(error) && systemSentence(error)).toMatch(new RegExp(`could not be used: ${cause}\\.$`));
});

it('keeps the words of an unknown error, without the code and without a second full stop', () => {
  expect(causeOf(Object.assign(new Error("EPROTO: protocol error, open '/x, y'"), { code: 'EPROTO' }))).toBe(
    'protocol error',
  );
  expect(causeOf(new Error('The transaction is finished.'))).toBe('The transaction is finished');
  expect(causeOf(new DOMException('', 'AbortError'))).toBe('AbortError');
  expect(causeOf('nothing')).toBe('nothing');
});
