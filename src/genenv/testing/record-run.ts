/**
 * @file Records runs for tests. The real loop runs with table policies, in seconds and without a GPU.
 */
import { household } from '../../tasks/families/household/household.ts';
import type { RunEvent } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { coevolveInMemory } from './memory-pools.ts';
import { collect } from './table-loop.ts';
import { pretrainedTables } from './table-players.ts';

export const families = [household];

/** Pre-trains both players. Each call of the result's `players` returns a new pair with the trained weights. */
export const openTables = () => pretrainedTables(families, 'uniform', 60);

/** Returns settings of a short run. It still has mixed groups, so the agent learns. */
export const tableSettings = (changes: Partial<Settings> = {}): Settings =>
  parseSettings({ epochs: 2, tasksPerEpoch: 6, groupSize: 4, evalEvery: 1, evalTasks: 1, evalSamples: 2, ...changes });

const recorded = new Map<string, Promise<RunEvent[]>>();

async function record(settings: Settings): Promise<RunEvent[]> {
  const { tokenizer, players } = await openTables();
  return collect(coevolveInMemory(settings, players(), { families, tokenizer }));
}

/** Returns a copy of a run's event log. Each run is made only once per process. */
export async function recordRun(settings = tableSettings()): Promise<RunEvent[]> {
  const key = JSON.stringify(settings);
  const log = recorded.get(key) ?? record(settings);
  recorded.set(key, log);
  return structuredClone(await log);
}
