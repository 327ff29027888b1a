/** @file Why a text is no task and an answer is right or wrong in the families household-errands and long-errands. */
import type { HouseholdErrandsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';
import { counted } from '../../../common/counted.ts';

export const reasons: Sentences<HouseholdErrandsReason> = {
  'household-errands/no-errand': () => 'An errand is missing.',
  'household-errands/unknown-errand': ({ word }) => `“${word}” is not an errand of this world.`,
  'household-errands/incomplete-errand': ({ errand }) =>
    `“${errand}” is not a whole errand: it needs an object, where it lies, and where it belongs.`,
  'household-errands/unknown-object': ({ word }) => `“${word}” is not an object of this world.`,
  'household-errands/unknown-place': ({ word }) => `“${word}” is not a place where things lie.`,
  'household-errands/treatment-impossible': ({ treatment, object }) => `One cannot ${treatment} the ${object}.`,
  'household-errands/same-place': ({ place }) => `An object would stay where it is, at the ${place}.`,
  'household-errands/repeated-object': ({ object }) => `Two errands are about the ${object}.`,
  'household-errands/too-many-errands': ({ errands, most }) => `There are ${errands} errands; ${most} is the most.`,
  'household-errands/solved': ({ commands, most }) =>
    `All errands are done after ${commands} of at most ${most} commands.`,
  'household-errands/errand-not-done': ({ errand, commands }) =>
    `“${errand}” is not done after ${counted(commands, 'command')}.`,
};
