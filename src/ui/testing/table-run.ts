/**
 * @file Runs to draw in tests: the real loop and the real coordinator with table policies instead of language models, so
 * that the page is shown what it will be shown, in seconds and without a GPU.
 */
import { coevolve } from '../../genenv/coevolve.ts';
import type { RunEvent } from '../../genenv/events.ts';
import { emptyPools } from '../../genenv/pools.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { pretrainedTables } from '../../genenv/testing/table-players.ts';
import { MemoryRunStore } from '../../store/testing/memory-store.ts';
import { defaultRetention } from '../../store/run-store.ts';
import { ProcessRunLocks } from '../../store/run-locks.ts';
import { household } from '../../tasks/families/household/household.ts';
import { RunCoordinator } from '../../../workers/coordinator/host.ts';

const families = [household];
const tables = () => pretrainedTables(families, 'uniform', 60);

/** Small enough for a test, large enough that some groups are mixed. */
export const tableSettings = (changes: Partial<Settings> = {}): Settings =>
  parseSettings({ epochs: 2, tasksPerEpoch: 6, groupSize: 4, evalEvery: 1, evalTasks: 1, evalSamples: 2, ...changes });

export async function recordRun(settings = tableSettings()): Promise<RunEvent[]> {
  const { tokenizer, players } = await tables();
  const events: RunEvent[] = [];
  for await (const event of coevolve(settings, players(), emptyPools(), { families, tokenizer })) events.push(event);
  return events;
}

/** The coordinator of the page, in this thread, with runs in memory. */
export async function tableCoordinator(): Promise<RunCoordinator> {
  const { tokenizer, players } = await tables();
  let runs = 0;
  let clock = 0;
  return new RunCoordinator({
    store: new MemoryRunStore<RunEvent>(defaultRetention, () => ++clock),
    locks: new ProcessRunLocks(),
    openModels: async () => ({ players: players(), tokenizer }),
    now: () => ++clock,
    newId: () => `run-${++runs}`,
    storage: async () => null,
  });
}
