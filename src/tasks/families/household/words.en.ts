/** @file Why a text is no task and an answer is right or wrong in the family household. */
import type { HouseholdReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<HouseholdReason> = {
  'household/empty-text': () => 'The text is empty.',
  'household/malformed-goal': ({ goal }) => `Goal ${goal} is not one verb and one object.`,
  'household/unknown-verb': ({ word }) => `“${word}” is not a verb of this world.`,
  'household/unknown-object': ({ word }) => `“${word}” is not an object of this world.`,
  'household/two-goals': ({ object }) => `The object “${object}” has two goals.`,
  'household/too-many-goals': ({ goals, most }) => `The text has ${goals} goals; ${most} is the most.`,
  'household/malformed-answer': () => 'The answer is not object, verb and station of every goal, in order.',
  'household/solved': () => 'Every object is at the station of its verb.',
  'household/wrong-station': ({ goal, station, verb, object }) =>
    `Goal ${goal}: the ${station} is not where one can ${verb} the ${object}.`,
};
