/** @file The fields of a day in a travel plan, by the keys that the benchmark uses. */
export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export const DAY_FIELDS = ['current_city', 'transportation', 'attraction', 'accommodation', ...MEALS] as const;
export type DayField = (typeof DAY_FIELDS)[number];
