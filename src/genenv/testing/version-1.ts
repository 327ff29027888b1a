/** @file Events as version 1 of the format held them: sentences where there are codes now. */
import type { RunEvent } from '../events.ts';

/** The event with every reason and note as a sentence, empty where there is none; what the sentences say is not needed. */
export function asVersion1(event: RunEvent): object {
  const old = JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (key !== 'reason' && key !== 'note') return value;
    return value === null ? '' : `Said of old: ${(value as { code: string }).code}.`;
  }) as object;
  return event.type === 'run-started' ? { ...old, version: 1 } : old;
}
