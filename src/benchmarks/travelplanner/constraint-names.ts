/** @file The thirteen constraints by name, in the order in which the official evaluator decides them. */
export const COMMONSENSE_NAMES = [
  'reasonable_route',
  'diverse_restaurants',
  'diverse_attractions',
  'minimum_nights',
  'non_conflicting_transport',
  'within_current_city',
  'within_sandbox',
  'complete',
] as const;
export type CommonsenseName = (typeof COMMONSENSE_NAMES)[number];

export const HARD_NAMES = ['cuisine', 'room_rule', 'transport', 'room_type', 'budget'] as const;
export type HardName = (typeof HARD_NAMES)[number];
