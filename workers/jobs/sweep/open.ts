/** @file Runs sweeps, one run after the other. Models have workers apart from those of the page's run. */
import { runEventFormat } from '../../../src/genenv/log/event-format.ts';
import { openModels } from '../../../src/runs/models.ts';
import { IndexedDbRunStore } from '../../../src/store/indexed-db/indexed-db-store.ts';
import { IndexedDbSweepStore } from '../../../src/store/indexed-db/sweep-store.ts';
import { WebRunLocks } from '../../../src/store/run-store.ts';
import { PlayerThreads } from '../../player/policy/player-threads.ts';
import { SweepHost } from './host.ts';

/** Runs under way: a database like the page's, apart from it. */
const RUNS_UNDER_WAY = 'genenv-sweep-runs';

export async function openSweeps(): Promise<SweepHost> {
  const threads = new PlayerThreads();
  return new SweepHost({
    results: await IndexedDbSweepStore.open(),
    runs: await IndexedDbRunStore.open({ format: runEventFormat, name: RUNS_UNDER_WAY }),
    library: await IndexedDbRunStore.open({ format: runEventFormat }),
    locks: new WebRunLocks(),
    openModels: (settings) => openModels(threads, settings),
    now: Date.now,
    clock: () => performance.now(),
  });
}
