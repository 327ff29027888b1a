/**
 * @file Runs the coordinator: services over one store and one open run.
 *
 *   page ⇄ Coordinator (run.worker.ts) ⇄ PolicyHost (player.worker.ts), one for each model or
 *   for models that share a base
 *
 * Arguments and results are structured-cloneable. Callbacks are not used, because each would need a MessagePort per
 * call. A page that shows a stage's progress polls telemetry. Failures that the user can fix are CodedErrors and keep
 * their code and parameters (rpc/connect.ts).
 */
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { openModels } from '../../src/runs/models.ts';
import type { IndexedDbPool } from '../../src/store/indexed-db/indexed-db-pool.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { WebRunLocks } from '../../src/store/run-store.ts';
import { PlayerThreads } from '../player/player-threads.ts';
import type { SettingsPlan } from '../../src/runs/plan/plan-run.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import * as Comlink from 'comlink';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import type {
  EnvironmentPoolEntry,
  PoolName,
  PoolQuery,
  Positioned,
  TrainPoolEntry,
} from '../../src/store/pool-contract.ts';
import { type CoordinatorParts, type OpenRun, RunsHost, SessionHost } from './runs.ts';

/** Entry of D_train or D_env, with its position in the pool. */
export type PoolItem = Positioned<TrainPoolEntry | EnvironmentPoolEntry>;

export interface PoolChoice {
  runId: string;
  pool: PoolName;
}

/** Maximum number of entries in memory while a pool is exported. */
const EXPORT_WINDOW = 256;

/** Searches and reads the pools of stored runs. */
class PoolsHost {
  constructor(private readonly store: IndexedDbRunStore<RunEvent>) {}

  /** Counts the entries of a stored run's pool in finished epochs. */
  size(choice: PoolChoice): Promise<number> {
    return this.pool(choice).size();
  }

  /** Returns the positions of matching entries, in the requested order. `entries` reads entries by position. */
  async find(choice: PoolChoice, query: PoolQuery): Promise<Uint32Array<ArrayBuffer>> {
    const positions = await this.pool(choice).find(query);
    return Comlink.transfer(positions, [positions.buffer]);
  }

  /** Returns the entries at these positions, in this order. */
  entries(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>): Promise<PoolItem[]> {
    return this.pool(choice).read(positions);
  }

  /** Returns the matching entries as JSON lines in the requested order. */
  async export(choice: PoolChoice, query: PoolQuery): Promise<Blob> {
    const positions = await this.pool(choice).find(query);
    const parts: Blob[] = [];
    for (let start = 0; start < positions.length; start += EXPORT_WINDOW) {
      const entries = await this.entries(choice, positions.subarray(start, start + EXPORT_WINDOW));
      // Make each part a Blob at once, because the browser may keep Blobs on disk.
      parts.push(new Blob(entries.map((entry) => `${JSON.stringify(entry)}\n`)));
    }
    return new Blob(parts, { type: 'application/jsonl' });
  }

  private pool({ runId, pool }: PoolChoice): IndexedDbPool<TrainPoolEntry | EnvironmentPoolEntry> {
    return this.store.pools(runId)[pool];
  }
}

export class CoordinatorHost {
  readonly session: SessionHost;
  readonly runs: RunsHost;
  readonly pools: PoolsHost;

  constructor(private readonly parts: CoordinatorParts) {
    this.session = new SessionHost(parts);
    this.runs = new RunsHost(parts, this.session);
    this.pools = new PoolsHost(parts.store);
  }

  /** Computes what a run needs from the machine. */
  readonly machine = {
    /**
     * Returns the memory that a run with these settings takes on this adapter, whether it fits, and changes that would
     * make it fit. Null without an adapter. Only configurations and a tokenizer are loaded.
     */
    plan: async (settings: Settings): Promise<SettingsPlan | null> => {
      if (!this.parts.models) return null;
      const { planFor } = await import('../../src/runs/plan/plan-run.ts');
      return planFor(this.parts.models, settings);
    },
  };

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

/** Picks a class's public members, whose methods another thread can call. */
type Service<Host> = Pick<Host, keyof Host>;

export type RunsService = Service<RunsHost>;
export type SessionService = Service<Omit<SessionHost, 'closed' | 'current' | 'locked' | 'opened' | 'transitions'>>;
export type PoolsService = Service<PoolsHost>;

/** Services of the coordinator that the page calls. */
export interface Coordinator extends Pick<CoordinatorHost, 'run' | 'machine'> {
  readonly runs: RunsService;
  readonly session: SessionService;
  readonly pools: PoolsService;
}
