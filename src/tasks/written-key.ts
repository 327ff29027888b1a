/**
 * @file The key of a task, where the environment writes it and no oracle gives it: the paper's task instance is a prompt,
 * an evaluation specification and the ground-truth action (GenEnv, arXiv 2512.19682, §3). After the task text:
 *
 *     task `<sep>` turn `<sep>` turn
 *
 * The oracle only audits such a key. Families with one right answer take keys; one of several right plans would be a key
 * that fails the others, and a text of natural language has no `<sep>`.
 */
import { type Family, SEPARATOR } from './family.ts';
import { exactScore } from './family-parts.ts';
import { joinWords, splitWords, wordsOf } from './text.ts';

export const takesKeys = ({ oneAnswer, chat }: Pick<Family, 'oneAnswer' | 'chat'>): boolean => oneAnswer && !chat;

/** The most tokens of a key, with the `<sep>` before each turn. */
export const mostKeyTokens = ({ maxAnswerTokens, maxTurns }: Pick<Family, 'maxAnswerTokens' | 'maxTurns'>): number =>
  maxAnswerTokens * maxTurns;

/** @param text may be empty: what follows a seed that is the whole task */
export const withKeyText = (text: string, turns: readonly string[]): string =>
  joinWords(text, ...turns.flatMap((turn) => [SEPARATOR, turn]));

/** @returns no turns where there is no key */
export function splitKey(written: string): { text: string; turns: string[] } {
  const [text, ...turns] = splitWords(wordsOf(written), SEPARATOR).map((words) => words.join(' '));
  return { text, turns };
}

export type KeyReason =
  | { readonly code: 'key/equal' }
  /** `key`: the turns of the key, as one text. */
  | { readonly code: 'key/different'; readonly key: string };

/** A key or an answer as one text, by which it is compared. */
export const keyText = (turns: readonly string[]): string => wordsOf(turns.join(` ${SEPARATOR} `)).join(' ');

/** The family with 1[a′ = key] as its reward: the answer must be the key, right or wrong. */
export const judgedByKey = (family: Family, key: readonly string[]): Family => ({
  ...family,
  comparison: undefined,
  score(task, turns) {
    const { wellFormed, reason } = family.score(task, turns);
    if (!wellFormed) return exactScore(false, wellFormed, reason);
    const success = keyText(turns) === keyText(key);
    const verdict: KeyReason = success ? { code: 'key/equal' } : { code: 'key/different', key: keyText(key) };
    return exactScore(success, wellFormed, verdict);
  },
});

/** What the oracle says of a key. */
export function auditKey(family: Family, task: unknown, key: readonly string[]): 'right' | 'wrong' | 'malformed' {
  const { wellFormed, success } = family.score(task, key);
  if (!wellFormed) return 'malformed';
  return success && family.oracle(task).solvable ? 'right' : 'wrong';
}
