/** @file Sentences of the reasons of the family travel. */
import type { TravelReason } from '../../../tasks/families/travel/reasons.ts';
import type { Sentences } from '../../sentences.ts';

export const travel: Sentences<TravelReason> = {
  'travel/no-budget': () => 'The text has no “max”.',
  'travel/no-day': () => 'The trip has no day.',
  'travel/not-a-price': ({ word, most }) => `“${word}” is not a price from 1 to ${most}.`,
  'travel/price-without-place': ({ price }) => `The price ${price} is not followed by a place.`,
  'travel/day-out-of-order': ({ place, first }) =>
    `${place} is out of order: days come one after the other from ${first} on.`,
  'travel/too-few-places': ({ day, fewest }) => `There are fewer than ${fewest} places on ${day}.`,
  'travel/too-many-places': ({ day, most }) => `There are more than ${most} places on ${day}.`,
  'travel/repeated-place': ({ day, place }) => `The place ${place} stands twice on ${day}.`,
  'travel/not-a-limit': ({ most }) => `“max” is not followed by a number from 0 to ${most}.`,
  'travel/malformed-rule': () => 'After the number stands neither the end nor “no” and a flaw.',
  'travel/blocked-day': ({ day, flaw }) => `Every place on ${day} is ${flaw}.`,
  'travel/incomplete-plan': () => 'The plan does not name one place for each day.',
  'travel/not-on-offer': ({ place, day }) => `${place} is not on offer on ${day}.`,
  'travel/broken-rule': ({ place, day, flaw }) => `${place} on ${day} is ${flaw}.`,
  'travel/over-budget': ({ cost, budget }) => `The plan costs ${cost}; the budget is ${budget}.`,
  'travel/solved': ({ cost, budget }) => `The plan costs ${cost} of at most ${budget}.`,
};
