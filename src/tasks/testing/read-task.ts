/** @file Reads task texts in tests. */
import type { Family, FamilyReason } from '../family.ts';

export function taskOf<Task, Reason extends FamilyReason>(family: Family<Task, Reason>, text: string): Task {
  const parsed = family.parse(text);
  if (!parsed.ok) throw new Error(`“${text}” is not a task: ${parsed.reason.code}`);
  return parsed.task;
}

/** Why a text is not a task; null where it is one. */
export function refusalOf<Task, Reason extends FamilyReason>(
  family: Family<Task, Reason>,
  text: string,
): Reason | null {
  const parsed = family.parse(text);
  return parsed.ok ? null : parsed.reason;
}
