import { expect } from 'vitest';
import type { Family, FamilyReason } from '../family.ts';

export function taskOf<Task>(family: Family<Task>, text: string): Task {
  const parsed = family.parse(text);
  if (!parsed.ok) throw new Error(`“${text}” is not a task: ${parsed.reason.code}`);
  return parsed.task;
}

/** Returns why a text is not a task, or null if it is one. */
export function refusalOf<Task>(family: Family<Task>, text: string): FamilyReason | null {
  const parsed = family.parse(text);
  return parsed.ok ? null : parsed.reason;
}

/** Expects that the family refuses each text with its code and parameters. */
export function expectRefusals<Task>(
  family: Family<Task>,
  prefix: string,
  refusals: readonly (readonly [text: string, code: string, parameters?: object])[],
): void {
  for (const [text, code, parameters] of refusals)
    expect(refusalOf(family, text), text).toEqual({ code: `${prefix}/${code}`, ...parameters });
}
