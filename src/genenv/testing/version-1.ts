/** @file Events in version 1 of the format, which held sentences instead of codes. */
import type { RunEvent } from '../events.ts';

/** The event with every reason and note as a sentence, empty where there is none; the tests need no particular sentence. */
export function asVersion1(event: RunEvent): object {
  const old = JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (key !== 'reason' && key !== 'note') return value;
    return value === null ? '' : `A sentence for ${(value as { code: string }).code}.`;
  }) as object;
  return event.type === 'run-started' ? { ...old, version: 1 } : old;
}
