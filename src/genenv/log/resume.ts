/**
 * @file Continues a run after its last finished epoch, as a fold over its log. Weights come from a checkpoint.
 */
import type { RunEvent, RunState } from './events.ts';
import { parseSettings, type Settings } from '../settings/settings.ts';
import { logWithoutStart } from './log-without-start.ts';

export interface ResumePoint {
  /** Settings after all changes made in finished epochs. */
  settings: Settings;
  /** Null if no epoch has finished: the run starts from its beginning. */
  state: RunState | null;
  /** Events of finished epochs; new events follow them. Empty if no epoch has finished. */
  events: RunEvent[];
}

/**
 * @param log may leave out events that a caller does not need: settings follow from `run-started` and `settings-changed`,
 * the state from the last `epoch-ended`
 * @throws CodedError where the log has no beginning; SettingsError where its settings are not valid
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
