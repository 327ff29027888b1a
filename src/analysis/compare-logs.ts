/**
 * @file Whether two runs are the same: compares their event logs event by event, as they are stored.
 */
import type { RunEvent } from '../genenv/events.ts';

export interface LogComparison {
  /** Events from the first on that are the same in both. */
  same: number;
  /** Position of the first event that differs; undefined where the longer log begins with the whole shorter one. */
  difference: number | undefined;
  lengths: [number, number];
}

/** @param known a comparison of the same two logs when they were shorter: only newer events are compared */
export function compareLogs(
  one: readonly RunEvent[],
  other: readonly RunEvent[],
  known?: LogComparison,
): LogComparison {
  const lengths: [number, number] = [one.length, other.length];
  if (known?.difference !== undefined) return { ...known, lengths };
  const common = Math.min(...lengths);
  for (let index = known?.same ?? 0; index < common; index++)
    if (JSON.stringify(one[index]) !== JSON.stringify(other[index])) return { same: index, difference: index, lengths };
  return { same: common, difference: undefined, lengths };
}
