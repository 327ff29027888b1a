/**
 * @file Handles task texts, which are words separated by single spaces, and compares free-form answers.
 *
 * Answers are compared as in open-domain question answering. They are normalised as in SQuAD (Rajpurkar et al. 2016,
 * arXiv 1606.05250), then compared by exact match, containment or token F1.
 */
import { WHITE_SPACE_CLASS } from '../common/plain-text.ts';

export const AND = '&';
export const QUESTION = '?';
/** Observation if there is nothing to read, or nothing happened. */
export const NOTHING = 'nothing';
/** Largest number that `readNumber` reads. */
const LARGEST_NUMBER = 48;
export const DAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const COLOURS: readonly string[] = ['red', 'blue', 'green', 'white'];
export const PEOPLE: readonly string[] = 'amy bob cat dan eve finn mia pat ray kim joe lena'.split(' ');

export const numberWords = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** Returns the whole number that a word stands for, or null if the word is no number or the number is too large. */
export function readNumber(word: string | undefined): number | null {
  if (word === undefined || !/^(?:0|[1-9][0-9]?)$/.test(word)) return null;
  const value = Number(word);
  return value <= LARGEST_NUMBER ? value : null;
}

/** Matches Python's `string.punctuation`, which is ASCII only, so typographic quotes and dashes stay. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Matches an article as a whole word. `\b` would wrongly see a word boundary beside letters such as é. */
const ARTICLE = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;
const WHITE_SPACE = new RegExp(`${WHITE_SPACE_CLASS}+`);

/** These answers score only if both texts are equal, because other answers may contain their tokens by accident. */
const CLOSED_ANSWERS: ReadonlySet<string> = new Set(['yes', 'no', 'noanswer']);

/** Returns the tokens of a text: lower case, no punctuation, no articles, split at white space. */
export function answerTokens(text: string): string[] {
  return text
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .replace(ARTICLE, ' ')
    .split(WHITE_SPACE)
    .filter((token) => token !== '');
}

/** Joins {@link answerTokens} with single spaces. Answers are compared in this form. */
export const normalizeAnswer = (text: string): string => answerTokens(text).join(' ');

/** Returns true if the normalised prediction equals any normalised answer. */
export function exactMatch(prediction: string, answers: readonly string[]): boolean {
  const normalized = normalizeAnswer(prediction);
  return answers.some((answer) => normalizeAnswer(answer) === normalized);
}

/** Returns true if the normalised prediction contains any normalised answer, even within a word. */
export function containsAnswer(prediction: string, answers: readonly string[]): boolean {
  const normalized = normalizeAnswer(prediction);
  return answers.some((answer) => normalized.includes(normalizeAnswer(answer)));
}

/** Counts the tokens that two lists share. A repeated token counts as often as it occurs in both. */
function sharedTokens(left: readonly string[], right: readonly string[]): number {
  const remaining = new Map<string, number>();
  for (const token of left) remaining.set(token, (remaining.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of right) {
    const count = remaining.get(token) ?? 0;
    if (count === 0) continue;
    remaining.set(token, count - 1);
    shared += 1;
  }
  return shared;
}

export interface TokenComparison {
  /** `exact-match` applies if either text is "yes", "no" or "noanswer", and scores only if both texts are equal. */
  rule: 'exact-match' | 'token-f1';
  answer: string[];
  reference: string[];
}

/** Returns the tokens that token F1 compares, and the rule that applies to them. */
export function tokenComparison(prediction: string, reference: string): TokenComparison {
  const sides = { answer: answerTokens(prediction), reference: answerTokens(reference) };
  const closed = Object.values(sides).some((tokens) => CLOSED_ANSWERS.has(tokens.join(' ')));
  return { rule: closed ? 'exact-match' : 'token-f1', ...sides };
}

/**
 * Computes token F1 in [0, 1], the harmonic mean of precision and recall over token multisets, for the best answer. A
 * "yes", "no" or "noanswer" on either side scores only if both sides are equal.
 */
export function tokenF1(prediction: string, answers: readonly string[]): number {
  const scores = answers.map((text) => {
    const { rule, answer, reference } = tokenComparison(prediction, text);
    if (rule === 'exact-match') return Number(answer.join(' ') === reference.join(' '));
    const shared = sharedTokens(answer, reference);
    if (shared === 0) return 0;
    const precision = shared / answer.length;
    const recall = shared / reference.length;
    return (2 * precision * recall) / (precision + recall);
  });
  return Math.max(0, ...scores);
}

const OTHER_SPACE = /\s/;

/** Splits a text into words at any white space. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Counts the words of a text without allocating a list. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const space = code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && OTHER_SPACE.test(text[i]);
    if (!space && !inWord) words += 1;
    inWord = !space;
  }
  return words;
}

/** Joins the texts that are not empty with single spaces. */
export const joinWords = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');

/**
 * Computes the 32-bit FNV-1a hash of the UTF-16 code units. It serves as a digest, and as the seed of random choices
 * that depend only on the text.
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Cuts a list at each separator: `a & b` → [[a], [b]]. */
export function splitWords(words: readonly string[], separator: string): string[][] {
  const segments: string[][] = [[]];
  for (const word of words) {
    if (word === separator) segments.push([]);
    else segments[segments.length - 1].push(word);
  }
  return segments;
}

/** Cuts a task text before word `index`, from 0, into the seed and what the environment writes after it. */
export function cutText(text: string, index: number): { seed: string; rest: string } {
  const words = wordsOf(text);
  return { seed: words.slice(0, index).join(' '), rest: words.slice(index).join(' ') };
}

/** Cuts a task text before the first word for which `begins` is true. The first word always belongs to the seed. */
export function cutBefore(text: string, begins: (word: string) => boolean): { seed: string; rest: string } {
  const words = wordsOf(text);
  const index = words.findIndex((word, i) => i > 0 && begins(word));
  return cutText(text, index < 0 ? words.length : index);
}
