/**
 * @file Compares a free-form answer with reference answers as open-domain question answering does:
 * the SQuAD normalisation (Rajpurkar et al. 2016, arXiv 1606.05250), then exact match, containment and token F1. The
 * scorer of Bamboogle and the soft reward of free-form tasks are the same code.
 */

import { WHITE_SPACE_CLASS } from '../common/python-white-space.ts';

/** Python's `string.punctuation`: ASCII only, so that typographic quotes and dashes stay, as in the original. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** An article as a whole word. `\b` would see a word boundary beside letters such as é; these guards do not. */
const ARTICLE = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;
const WHITE_SPACE = new RegExp(`${WHITE_SPACE_CLASS}+`);

/** Answers that share tokens with others by accident: for them F1 counts only if the texts are equal. */
const CLOSED_ANSWERS: ReadonlySet<string> = new Set(['yes', 'no', 'noanswer']);

/** The tokens of a text: lower case, no punctuation, no articles, split at white space. */
export function answerTokens(text: string): string[] {
  return text
    .toLowerCase()
    .replace(PUNCTUATION, '')
    .replace(ARTICLE, ' ')
    .split(WHITE_SPACE)
    .filter((token) => token !== '');
}

/** {@link answerTokens} joined by single spaces: the form in which answers are compared. */
export const normalizeAnswer = (text: string): string => answerTokens(text).join(' ');

/** True if the normalised prediction equals any normalised answer. */
export function exactMatch(prediction: string, answers: readonly string[]): boolean {
  const normalized = normalizeAnswer(prediction);
  return answers.some((answer) => normalizeAnswer(answer) === normalized);
}

/** True if the normalised prediction contains any normalised answer, anywhere: within a word counts too. */
export function containsAnswer(prediction: string, answers: readonly string[]): boolean {
  const normalized = normalizeAnswer(prediction);
  return answers.some((answer) => normalized.includes(normalizeAnswer(answer)));
}

/** Counts the tokens that two token lists share, each as often as it occurs in both. */
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

/** Two texts as tokens, and the rule by which their comparison is token F1. */
export interface TokenComparison {
  /** `exact-match` where one side is a yes, a no or a "noanswer", which scores only if both sides are equal. */
  rule: 'exact-match' | 'token-f1';
  answer: string[];
  reference: string[];
}

/** The tokens that token F1 compares, for code that computes it from tokens alone. */
export function tokenComparison(prediction: string, reference: string): TokenComparison {
  const sides = { answer: answerTokens(prediction), reference: answerTokens(reference) };
  const closed = Object.values(sides).some((tokens) => CLOSED_ANSWERS.has(tokens.join(' ')));
  return { rule: closed ? 'exact-match' : 'token-f1', ...sides };
}

/**
 * Token F1 in [0, 1], the best over the answers: the harmonic mean of precision and recall over token multisets.
 * A yes, no or "noanswer" on either side scores only if both sides are equal.
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
