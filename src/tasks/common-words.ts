/** @file Words that several families use: shared, so that the vocabulary of all families together stays small. */

export const AND = '&';
export const QUESTION = '?';
/** The observation if there is nothing to read, or if nothing happened. */
export const NOTHING = 'nothing';
/** The largest number that is a word; the smallest is 0. */
export const LARGEST_NUMBER = 48;
export const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const COLOURS: readonly string[] = ['red', 'blue', 'green', 'white'];
export const PEOPLE: readonly string[] = [
  'amy',
  'bob',
  'cat',
  'dan',
  'eve',
  'finn',
  'mia',
  'pat',
  'ray',
  'kim',
  'joe',
  'lena',
];

export const numberWords = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** The number that a word stands for; null if the word is not a number. */
export function readNumber(word: string | undefined): number | null {
  if (word === undefined || !/^(?:0|[1-9][0-9]?)$/.test(word)) return null;
  const value = Number(word);
  return value <= LARGEST_NUMBER ? value : null;
}
