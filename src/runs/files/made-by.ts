/** @file The maker of a run, stored with an export for people who compare runs. */
import { PROGRAM } from '../../common/program.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import type { MadeBy } from './run-manifest.ts';

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
