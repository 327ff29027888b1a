/** @file Sentences of the reasons of the family household-game. */
import type { HouseholdGameReason } from '../../../tasks/families/household-game/reasons.ts';
import type { Sentences } from '../../sentences.ts';

export const householdGame: Sentences<HouseholdGameReason> = {
  'household-game/no-contents': () => 'The text does not say what there is (“in”).',
  'household-game/no-goal': () => 'The text has no goal.',
  'household-game/unknown-goal': ({ word }) => `“${word}” is not a goal of this world.`,
  'household-game/incomplete-goal': ({ goal }) => `The goal “${goal}” is not followed by what it needs.`,
  'household-game/unknown-object': ({ word }) => `“${word}” is not an object of this world.`,
  'household-game/unknown-receptacle': ({ word }) => `“${word}” is not a receptacle of this world.`,
  'household-game/repeated-receptacle': ({ receptacle }) => `The receptacle ${receptacle} stands twice.`,
  'household-game/unknown-thing': ({ word }) => `“${word}” is neither a receptacle nor an object.`,
  'household-game/object-nowhere': ({ object }) => `The object ${object} lies in no receptacle.`,
  'household-game/no-receptacle': () => 'There is no receptacle.',
  'household-game/too-many-receptacles': ({ receptacles, most }) =>
    `There are ${receptacles} receptacles; ${most} is the most.`,
  'household-game/full-receptacle': ({ receptacle, most }) => `More than ${most} things lie in the ${receptacle}.`,
  'household-game/object-missing': ({ object }) => `There is no ${object} here.`,
  'household-game/treatment-impossible': ({ treatment, object }) => `One cannot ${treatment} the ${object}.`,
  'household-game/goal-impossible': ({ goal }) => `With these receptacles and things, “${goal}” cannot be done.`,
  'household-game/solved': ({ commands, most }) => `The goal is reached after ${commands} of at most ${most} commands.`,
  'household-game/goal-not-reached': ({ commands }) => `The goal is not reached after ${commands} commands.`,
};
