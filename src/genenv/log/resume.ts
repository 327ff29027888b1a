/** @file Finds the point in a log where its run can continue: after the last finished epoch. */
import { CodedError } from '../../common/coded-error.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { RunEvent, RunState } from './events.ts';

/** @param log name of the log, if it has one */
export const logWithoutStart = (log: string | null = null): CodedError => new CodedError('log-without-start', { log });

interface ResumePoint {
  /** Includes only changes made in finished epochs. */
  settings: Settings;
  /** Null if no epoch has finished, so that the run starts from its beginning. */
  state: RunState | null;
  /** Events of finished epochs. */
  events: RunEvent[];
}

/** @param log may be reduced to `run-started`, all `settings-changed` and the last `epoch-ended` */
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
