/** @file Why a text is not a task of a world, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import { prefixed, type BareReason, type WorldReason } from './reasons.ts';

const sentences: Sentences<BareReason> = {
  'empty-text': () => 'The text is empty.',
  'malformed-goal': ({ goal }) =>
    `Goal ${goal} is not one action and one thing, with an argument where the action takes one.`,
  'unknown-verb': ({ word }) => `“${word}” is not an action of this world.`,
  'unknown-object': ({ word }) => `“${word}” is not a thing of this world.`,
  'unknown-argument': ({ word, verb }) => `“${word}” is not an argument that “${verb}” takes.`,
  'two-goals': ({ object }) => `The thing “${object}” has two goals.`,
  'too-many-goals': ({ goals, most }) => `The text has ${goals} goals; ${most} is the most.`,
  'malformed-distractors': () => 'What stands after “;” is not a list of different things without a goal.',
  'too-many-distractors': ({ distractors, most }) =>
    `The text names ${distractors} things without a goal; ${most} is the most.`,
  'no-place': ({ goal, verb, object }) => `Goal ${goal}: there is no place where one can ${verb} the ${object}.`,
  'malformed-answer': () =>
    'The answer is not thing, action, argument (if it takes one) and place of every goal, in order.',
  solved: () => 'Each thing is at its right place.',
  'wrong-station': ({ goal, station, verb, object }) =>
    `Goal ${goal}: the ${station} is not where one can ${verb} the ${object}.`,
};

export const worldReasons = <Prefix extends string>(prefix: Prefix): Sentences<WorldReason<Prefix>> =>
  prefixed(prefix, sentences);
