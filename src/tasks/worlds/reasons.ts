/**
 * @file Why a text is not a task of a world, and why an answer has its score. Their parameters are called as logs of the
 * household have always called them: verb (action), object (thing), station (place).
 */
export type BareReason =
  | { code: 'empty-text' }
  /** A part between two `&` is not an action, a thing and the argument of an action that takes one; goals count from 1. */
  | { code: 'malformed-goal'; goal: number }
  | { code: 'unknown-verb'; word: string }
  | { code: 'unknown-object'; word: string }
  | { code: 'unknown-argument'; word: string; verb: string }
  | { code: 'two-goals'; object: string }
  | { code: 'too-many-goals'; goals: number; most: number }
  /** What stands after `;` is not different things without a goal. */
  | { code: 'malformed-distractors' }
  | { code: 'too-many-distractors'; distractors: number; most: number }
  /** No rule says where the goal is done. */
  | { code: 'no-place'; goal: number; verb: string; object: string }
  | { code: 'malformed-answer' }
  | { code: 'solved' }
  /** The first goal with a wrong place. */
  | { code: 'wrong-station'; goal: number; station: string; verb: string; object: string };

/** @typeParam Prefix the name that codes begin with: `world`, or that of a shipped family which is a world */
export type WorldReason<Prefix extends string = 'world'> = {
  [Code in BareReason['code']]: Omit<Extract<BareReason, { code: Code }>, 'code'> & { code: `${Prefix}/${Code}` };
}[BareReason['code']];
