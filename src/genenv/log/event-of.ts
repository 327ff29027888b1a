/** @file Finds an event among those of an epoch, which has one of each stage at most. */
import type { RunEvent } from './events.ts';

export const eventOf = <Type extends RunEvent['type']>(
  epoch: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }> | undefined =>
  epoch.find((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
