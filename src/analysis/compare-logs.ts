/** @file Compares the stored event logs of two runs event by event, one epoch at a time. */
import type { RunEvent } from '../genenv/log/events.ts';

export interface LogComparison {
  /** Number of leading events that are equal in both logs. */
  same: number;
  /** Position of the first event that differs. Undefined if one log is a prefix of the other. */
  difference: number | undefined;
  lengths: [number, number];
}

/** A log that is read epoch by epoch, because it may have thousands of epochs. */
export interface ReadableLog {
  length: number;
  /** Yields the events of each epoch, starting with the epoch that begins at this position. */
  epochs(from: number): AsyncIterable<readonly RunEvent[]>;
}

async function* eventsOf({ epochs }: ReadableLog, from: number): AsyncGenerator<RunEvent, void, void> {
  for await (const events of epochs(from)) yield* events;
}

/** Compares two logs. `known` is an earlier comparison of them, so that only newer events are compared. */
export async function compareLogs(one: ReadableLog, other: ReadableLog, known?: LogComparison): Promise<LogComparison> {
  const lengths: [number, number] = [one.length, other.length];
  if (known?.difference !== undefined) return { ...known, lengths };
  const common = Math.min(...lengths);
  const from = known?.same ?? 0;
  const others = eventsOf(other, from);
  let same = from;
  try {
    for await (const event of eventsOf(one, from)) {
      if (same >= common) break;
      const { value } = await others.next();
      if (JSON.stringify(event) !== JSON.stringify(value)) return { same, difference: same, lengths };
      same += 1;
    }
  } finally {
    await others.return();
  }
  return { same, difference: undefined, lengths };
}
