/** @file Continues a run after its last finished epoch, as a fold over its log. Weights come from a checkpoint. */
import { CodedError } from '../../common/coded-error.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { RunEvent, RunState } from './events.ts';

/** @param log its name, if it has one */
export const logWithoutStart = (log: string | null = null): CodedError => new CodedError('log-without-start', { log });

interface ResumePoint {
  /** Holds the settings after all changes made in finished epochs. */
  settings: Settings;
  /** Is null if no epoch has finished: the run starts from its beginning. */
  state: RunState | null;
  /** Holds events of finished epochs; new events follow them. Empty if no epoch has finished. */
  events: RunEvent[];
}

/** @param log may leave out all events but `run-started`, `settings-changed` and the last `epoch-ended` */
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
