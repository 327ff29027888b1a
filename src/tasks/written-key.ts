/**
 * @file Handles the key of a task if the environment writes it instead of an oracle. The paper's task instance is a
 * prompt, an evaluation specification and the ground-truth action (GenEnv, arXiv 2512.19682, §3). The key follows the
 * task text:
 *
 *     task `<sep>` turn `<sep>` turn
 *
 * The oracle only audits such a key. Only families with one right answer take keys, because one of several right plans
 * would fail the others, and a text of natural language has no `<sep>`. Given tasks always come with their answer, on
 * its own line if they are natural language:
 *
 *     task
 *     Answer: turn
 */
import { type Family, SEPARATOR } from './family.ts';
import { exactScore } from './family-parts.ts';
import { joinWords, splitWords, wordsOf } from './text.ts';

export const takesKeys = ({ oneAnswer, chat, given }: Pick<Family, 'oneAnswer' | 'chat' | 'given'>): boolean =>
  given !== undefined || (oneAnswer && !chat);

/** Precedes the key of a text of natural language; no key contains it. */
export const KEY_MARK = '\nAnswer:';

/** Returns the most tokens of a key, with the mark before each turn. */
export const mostKeyTokens = ({
  maxAnswerTokens,
  maxTurns,
  chat,
}: Pick<Family, 'maxAnswerTokens' | 'maxTurns' | 'chat'>): number =>
  maxAnswerTokens * maxTurns + (chat ? KEY_MARK.length : 0);

/** @param text may be empty if the seed is the whole task */
export const withKeyText = ({ chat }: Pick<Family, 'chat'>, text: string, turns: readonly string[]): string =>
  chat ? `${text}${KEY_MARK} ${turns[0]}` : joinWords(text, ...turns.flatMap((turn) => [SEPARATOR, turn]));

/** @returns no turns if there is no key */
export function splitKey({ chat }: Pick<Family, 'chat'>, written: string): { text: string; turns: string[] } {
  if (chat) {
    const place = written.lastIndexOf(KEY_MARK);
    return place < 0
      ? { text: written, turns: [] }
      : { text: written.slice(0, place), turns: [written.slice(place + KEY_MARK.length).trim()] };
  }
  const [text, ...turns] = splitWords(wordsOf(written), SEPARATOR).map((words) => words.join(' '));
  return { text, turns };
}

export type KeyReason =
  | { readonly code: 'key/equal' }
  /** `key`: the turns of the key, as one text. */
  | { readonly code: 'key/different'; readonly key: string };

export const keyText = (turns: readonly string[]): string => wordsOf(turns.join(` ${SEPARATOR} `)).join(' ');

/** Returns the text by which keys and answers are compared. */
export const comparedKey = ({ given }: Pick<Family, 'given'>, turns: readonly string[]): string =>
  given?.formOf(turns) ?? keyText(turns);

/** Returns the family with 1[a′ = key] as its reward: the answer must be the key, right or wrong. */
export const judgedByKey = (family: Family, key: readonly string[]): Family => ({
  ...family,
  comparison: undefined,
  score(task, turns) {
    if (family.given) return family.given.score(key, turns);
    const { wellFormed, reason } = family.score(task, turns);
    if (!wellFormed) return exactScore(false, wellFormed, reason);
    const success = keyText(turns) === keyText(key);
    const verdict: KeyReason = success ? { code: 'key/equal' } : { code: 'key/different', key: keyText(key) };
    return exactScore(success, wellFormed, verdict);
  },
});

/** Returns the oracle's verdict on a key; nothing if the task is not a given one. */
export function auditKey(
  family: Family,
  task: unknown,
  key: readonly string[],
): 'right' | 'wrong' | 'malformed' | 'unchecked' {
  const { wellFormed, success } = family.score(task, key);
  if (!wellFormed) return 'malformed';
  const { solvable } = family.oracle(task);
  if (family.given && !solvable) return 'unchecked';
  return success && solvable ? 'right' : 'wrong';
}
