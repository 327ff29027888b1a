/** @file The thread of the loop: pulls stages, stores epochs, and owns the threads of the models. */
import { expose } from '../rpc/expose.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { WebRunLocks } from '../../src/store/run-locks.ts';
import { openModels } from '../../src/runs/models.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { Coordinator } from './contract.ts';
import { CoordinatorHost } from './host.ts';
import { InspectedFile } from './inspected-file.ts';
import { methodsOf } from '../rpc/calls.ts';
import { openOnce } from '../rpc/open-once.ts';
import { PlayerThreads } from '../policy/player-threads.ts';

const threads = new PlayerThreads();

const opened = methodsOf<Coordinator>(
  openOnce(async () => {
    const store = await IndexedDbRunStore.open({ format: runEventFormat });
    return new CoordinatorHost({
      store,
      locks: new WebRunLocks(),
      openModels: (settings) => openModels(threads, settings),
      models: threads,
      now: Date.now,
      newId: () => crypto.randomUUID(),
      async storage() {
        const estimate = await navigator.storage?.estimate().catch(() => undefined);
        if (estimate?.usage === undefined || estimate.quota === undefined) return null;
        return { used: estimate.usage, available: estimate.quota };
      },
    });
  }),
);

// Without the store: a database that cannot be opened is no reason to show no file.
const contract: Coordinator = {
  runs: opened.runs,
  session: opened.session,
  run: opened.run,
  pools: opened.pools,
  machine: opened.machine,
  inspected: new InspectedFile(),
};
expose(contract);
