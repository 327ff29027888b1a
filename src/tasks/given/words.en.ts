/** @file Why a text is not a task of a set, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import type { GivenReason } from './reasons.ts';

export const reasons: Sentences<GivenReason> = {
  'tasks/empty-text': () => 'The text is empty.',
  'tasks/too-long': ({ length, most }) =>
    `The text has a length of ${length}; ${most} is the most, half more than the longest given one.`,
  'tasks/unknown-word': ({ word }) => `“${word}” is in no given task.`,
  'tasks/no-given-answer': () => 'The text is none of the given tasks, so its answer cannot be checked.',
  'tasks/solved': () => 'The answer is right.',
  'tasks/no-answer': ({ rule }) =>
    `The text is no answer under the rule “${rule}”, or has a shape that no given one has.`,
  'tasks/wrong-answer': ({ right }) => `The answer is not ${right}.`,
};
