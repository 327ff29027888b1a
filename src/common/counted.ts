/** @file A number with its noun: one task, two tasks. */

/** @param count as a number, or as it is shown */
export const counted = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${String(count) === '1' ? one : many}`;
