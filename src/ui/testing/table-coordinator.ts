/** @file Creates the real coordinator in this thread, with table policies and runs in memory. */
import { openTables } from '../../genenv/testing/record-run.ts';
import { freshStore } from '../../store/testing/fresh-store.ts';
import { ProcessRunLocks } from '../../store/testing/process-run-locks.ts';
import { CoordinatorHost } from '../../../workers/run/coordinator.ts';

export async function tableCoordinator(): Promise<CoordinatorHost> {
  const { tokenizer, players } = await openTables();
  let runs = 0;
  let clock = 0;
  return new CoordinatorHost({
    store: await freshStore({ now: () => ++clock }),
    locks: new ProcessRunLocks(),
    openModels: async () => ({ players: players(), tokenizer }),
    now: () => ++clock,
    newId: () => `run-${++runs}`,
    storage: async () => null,
  });
}
