/**
 * @file The thread of the loop: pulls stages, stores epochs, and owns the threads of the models.
 */
import { IndexedDbRunStore } from '../../src/store/indexed-db-store.ts';
import { WebRunLocks } from '../../src/store/run-locks.ts';
import { openModels } from '../../src/runs/models.ts';
import { runEventFormat } from '../../src/genenv/event-format.ts';
import type { Coordinator } from './contract.ts';
import { RunCoordinator } from './host.ts';
import { InspectedFile } from './inspected-file.ts';
import { openOnce } from '../rpc/open-once.ts';
import { PlayerThreads } from '../policy/player-threads.ts';
import { expose } from '../rpc/expose.ts';

const threads = new PlayerThreads();
const inspected = new InspectedFile();

const opened = openOnce(async (): Promise<Coordinator> => {
  const store = await IndexedDbRunStore.open({ format: runEventFormat });
  return new RunCoordinator({
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
});

const contract: Coordinator = {
  plan: async (settings) => (await opened()).plan(settings),
  runs: async () => (await opened()).runs(),
  details: async (runId) => (await opened()).details(runId),
  read: async (runId, after) => (await opened()).read(runId, after),
  readNewest: async (runId) => (await opened()).readNewest(runId),
  readEpoch: async (runId, epoch) => (await opened()).readEpoch(runId, epoch),
  compare: async (...runs) => (await opened()).compare(...runs),
  open: async (run) => (await opened()).open(run),
  branch: async (from, name) => (await opened()).branch(from, name),
  next: async () => (await opened()).next(),
  changeSettings: async (changes) => (await opened()).changeSettings(changes),
  measureSignal: async (question) => (await opened()).measureSignal(question),
  askTokens: async (question) => (await opened()).askTokens(question),
  telemetry: async () => (await opened()).telemetry(),
  kernels: async () => (await opened()).kernels(),
  timeKernels: async (on) => (await opened()).timeKernels(on),
  anatomies: async () => (await opened()).anatomies(),
  attention: async (question) => (await opened()).attention(question),
  weight: async (question) => (await opened()).weight(question),
  attemptTask: async (question) => (await opened()).attemptTask(question),
  poolSize: async (choice) => (await opened()).poolSize(choice),
  findInPool: async (choice, query) => (await opened()).findInPool(choice, query),
  poolEntries: async (choice, positions) => (await opened()).poolEntries(choice, positions),
  exportPool: async (choice, query) => (await opened()).exportPool(choice, query),
  exportRun: async (runId, options) => (await opened()).exportRun(runId, options),
  importRun: async (file, name) => (await opened()).importRun(file, name),
  // Without the store: a database that cannot be opened is no reason to show no file.
  inspect: (file, name) => inspected.open(file, name),
  inspectedEpoch: (epoch) => inspected.epoch(epoch),
  rename: async (runId, name) => (await opened()).rename(runId, name),
  discard: async (runId) => (await opened()).discard(runId),
  restore: async (runId) => (await opened()).restore(runId),
  tidy: async () => (await opened()).tidy(),
  remove: async (runId) => (await opened()).remove(runId),
  close: async () => (await opened()).close(),
};
expose(contract);
