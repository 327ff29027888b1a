/**
 * @file What this program knows of the events in files: how to read those of older versions, and what made a run, which
 * is stored with an export so that old settings can be migrated.
 */
import { PROGRAM } from '../../common/program.ts';
import { epochProblem } from '../../genenv/epoch-problem.ts';
import { eventProblem } from '../../genenv/event-problem.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { parseSettings, SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { upgradeEvent } from '../../genenv/upgrade-event.ts';
import type { EventReader, MadeBy } from './read-events.ts';

/** The provenance of a run. */
export function madeBy(events: readonly RunEvent[]): MadeBy {
  const [started] = events;
  const known: MadeBy = { program: PROGRAM, settingsVersion: SETTINGS_VERSION };
  if (started?.type !== 'run-started') return known;
  const { settings, agent, environment } = started;
  return {
    ...known,
    eventVersion: started.version,
    seed: settings.seed,
    agentAdapter: agent.runtime,
    environmentAdapter: environment.runtime,
  };
}

const isStart = (event: unknown): event is { type: string; settings: unknown } =>
  (event as Partial<RunEvent> | null)?.type === 'run-started';

/** Files from before versions were written have the first one. */
const versionOf = ({ settingsVersion }: MadeBy): number => (typeof settingsVersion === 'number' ? settingsVersion : 1);

/** Settings that came after a file was made are at their defaults in it. */
export const runEvents: EventReader = {
  problem: eventProblem,
  epochProblem: (events, before) => epochProblem(events as readonly RunEvent[], before),
  upgrade(value, made) {
    const event = upgradeEvent(value);
    return isStart(event) ? { ...event, settings: parseSettings(event.settings, versionOf(made)) } : event;
  },
};
