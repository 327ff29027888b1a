/** @file Why a text is no task and an answer is right or wrong in the family travel-rules. */
import type { TravelRulesReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<TravelRulesReason> = {
  'travel-rules/no-budget': () => 'The text has no “max”.',
  'travel-rules/malformed-night': ({ night }) => `Night ${night} is not one city and one need.`,
  'travel-rules/unknown-city': ({ word }) => `“${word}” is not a city of this world.`,
  'travel-rules/unknown-need': ({ word }) => `“${word}” is not a need of this world.`,
  'travel-rules/repeated-city': ({ city }) => `The trip comes to ${city} twice.`,
  'travel-rules/too-many-nights': ({ nights, most }) => `The trip has ${nights} nights; ${most} is the most.`,
  'travel-rules/not-a-limit': ({ most }) => `“max” is not followed by a number from 0 to ${most} that ends the text.`,
  'travel-rules/malformed-plan': () => 'The plan is not city, need and kind of place of every night, in order.',
  'travel-rules/broken-rule': ({ city, kind, need }) => `The ${kind} in ${city} does not allow ${need}.`,
  'travel-rules/over-budget': ({ cost, budget }) => `The plan costs ${cost}; the budget is ${budget}.`,
  'travel-rules/solved': ({ cost, budget }) =>
    `Every place allows what is needed; the plan costs ${cost} of at most ${budget}.`,
};
