/**
 * @file Finds the point in a log where its run can continue, which is after the last finished epoch.
 */
import { CodedError } from '../../common/coded-error.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { RunEvent, RunState } from './events.ts';

/** Makes the error for a log that does not begin with `run-started`. @param log name of the log, if it has one */
export const logWithoutStart = (log: string | null = null): CodedError => new CodedError('log-without-start', { log });

interface ResumePoint {
  /** Settings with all changes made in finished epochs. */
  settings: Settings;
  /** State after the last finished epoch. Null if no epoch has finished. */
  state: RunState | null;
  events: RunEvent[];
}

/**
 * Returns settings, state and events at the end of the last finished epoch.
 * @param log may be reduced to `run-started`, all `settings-changed` and the last `epoch-ended`
 */
export function resumePoint(log: readonly RunEvent[]): ResumePoint {
  const [started] = log;
  if (started?.type !== 'run-started') throw logWithoutStart();
  const end = log.findLastIndex(({ type }) => type === 'epoch-ended');
  const last = log[end];
  const state = last?.type === 'epoch-ended' ? last.state : null;
  const events = log.slice(0, end + 1);
  const settings = events.reduce(
    (settings: Partial<Settings>, event) =>
      event.type === 'settings-changed' ? { ...settings, ...event.changes } : settings,
    started.settings,
  );
  return { settings: parseSettings(settings), state, events };
}
