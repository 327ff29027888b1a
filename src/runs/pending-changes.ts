/**
 * @file Computes from a change of settings what the log records and which changes wait to be made again, because an epoch
 * was lost in which they had been made. A pure function; the session stores its result before the change takes effect.
 */
import { diffSettings, type Settings } from '../genenv/settings/settings.ts';
import type { PendingChange } from '../store/run-store.ts';

export interface ChangeRequest {
  /** The settings that a person changes, and all settings with them. */
  changes: Partial<Settings>;
  after: Settings;
  /** In force until now. */
  settings: Settings;
  /** Position in the log of the next event. */
  sequence: number;
  /** The change made since the last stage: what held before it, and its position. */
  changed?: { before: Settings; sequence: number };
  /** The changes of the unfinished epoch, as stored. */
  pending: readonly PendingChange[];
  /** Those of them that are still to be made again. */
  repeated: readonly PendingChange[];
}

export interface PlannedChange {
  /** All that was changed since the last stage: one event. Null where it has been taken back, so that no event is left. */
  event: Partial<Settings> | null;
  pending: PendingChange[];
  repeated: PendingChange[];
}

export function planChange(request: ChangeRequest): PlannedChange {
  const { changes, after, settings, changed, pending, repeated } = request;
  const { before, sequence } = changed ?? { before: settings, sequence: request.sequence };
  const all = diffSettings(after, before);
  const events = Object.keys(all).length > 0 ? [{ sequence, changes: all }] : [];
  const made = pending.filter((change) => change.sequence < sequence);
  const moved = sequence + events.length - request.sequence;
  const later = repeated.map((change) => yieldTo(changes, change, moved));
  return { event: events[0]?.changes ?? null, pending: [...made, ...events, ...later], repeated: later };
}

/** A change still to be made again, after another one was made: moved by some positions, without the settings of that one. */
const yieldTo = (newer: Partial<Settings>, { sequence, changes }: PendingChange, moved: number): PendingChange => ({
  sequence: sequence + moved,
  changes: Object.fromEntries(Object.entries(changes as Partial<Settings>).filter(([name]) => !(name in newer))),
});
