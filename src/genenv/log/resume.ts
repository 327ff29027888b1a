/** @file Finds in a run's log where to continue: after its last finished epoch. Weights come from a checkpoint. */
import { CodedError } from '../../common/coded-error.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { RunEvent, RunState } from './events.ts';

/** @param log its name, if it has one */
export const logWithoutStart = (log: string | null = null): CodedError => new CodedError('log-without-start', { log });

interface ResumePoint {
  /** Changes of settings count only if they were made in a finished epoch. */
  settings: Settings;
  /** Null if no epoch has finished. The run then starts from its beginning. */
  state: RunState | null;
  /** These are the events of finished epochs, to which the run adds new ones. Empty if no epoch has finished. */
  events: RunEvent[];
}

/** @param log needs only `run-started`, `settings-changed` and the last `epoch-ended` */
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
