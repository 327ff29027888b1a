/** @file Words of the families household-errands and long-errands. */
import type { FamilyWords } from '../../family.ts';
import type { HouseholdErrandsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';
import { counted } from '../../../common/counted.ts';

const meaning =
  'is two errands: heat the apple from the shelf and bring it to the desk, then bring the mug from the drawer to the shelf. The agent must find out that the task says where to go, and which appliance does what.';

export const householdErrands: FamilyWords = { title: 'Household errands', meaning };
export const longErrands: FamilyWords = { title: 'Household errands, up to four', meaning };

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
