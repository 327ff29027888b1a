/** @file The coordinator offers services over one store and one open run. run.worker.ts exposes it. */
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { openModels } from '../../src/runs/models.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { WebRunLocks } from '../../src/store/run-store.ts';
import { PlayerThreads } from '../player/policy/player-threads.ts';
import type { Coordinator, OpenRun } from './contract.ts';
import { MachineHost } from './machine-host.ts';
import { PoolsHost } from './pools-host.ts';
import { RunsHost } from './runs-host.ts';
import { type CoordinatorParts, SessionHost } from './session-host.ts';

export class CoordinatorHost implements Coordinator {
  readonly session: SessionHost;
  readonly runs: RunsHost;
  readonly pools: PoolsHost;
  readonly machine: MachineHost;

  constructor(parts: CoordinatorParts) {
    this.session = new SessionHost(parts);
    this.runs = new RunsHost(parts, this.session);
    this.pools = new PoolsHost(parts.store);
    this.machine = new MachineHost(this.session, parts.models);
  }

  get run(): OpenRun {
    return this.session.opened();
  }
}

export async function openCoordinator(): Promise<CoordinatorHost> {
  const threads = new PlayerThreads();
  return new CoordinatorHost({
    store: await IndexedDbRunStore.open({ format: runEventFormat }),
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
}
