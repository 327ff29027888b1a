/**
 * @file Whether two runs are the same run: their event logs, event by event, as the bytes they are stored as.
 */
import type { RunEvent } from '../genenv/events.ts';

export interface LogComparison {
  /** Events from the first on that are the same in both. */
  same: number;
  /** Position of the first event that differs; undefined where the shorter log is a beginning of the longer. */
  difference: number | undefined;
  lengths: [number, number];
}

/** @param known a comparison of shorter beginnings of the same two logs: only what came after it is looked at */
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
