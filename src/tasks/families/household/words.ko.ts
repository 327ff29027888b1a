/** @file Why a text is no task and an answer is right or wrong in the family household. */
import { worldReasons } from '../../worlds/words.ko.ts';

export const reasons = worldReasons('household');
