/** @file Compares pools rebuilt from the log with the stored pools of uninterrupted, resumed and imported runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { memoryPools } from '../genenv/testing/memory-pools.ts';
import { pretrainedTables } from '../genenv/testing/table-players.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { IndexedDbRunStore } from '../store/indexed-db/indexed-db-store.ts';
import { JsonLinesRunStore } from '../store/files/json-lines-store.ts';
import { bytesSource } from '../common/byte-source.ts';
import { newRunRecord, splitEpochs, type RunStore } from '../store/run-store.ts';
import { readTask } from '../analysis/task-reading.ts';
import { familiesByName } from '../tasks/registry.ts';
import { importRun, RunFile } from './files/run-file.ts';
import { PoolWindow } from './open-run.ts';
import { Session } from './session.ts';
import { pull, tableParts, type Tables } from './testing/table-session.ts';
import { allEvents } from '../store/testing/all-events.ts';
import { exported } from './testing/exported.ts';

const settings = parseSettings({
  ...presetSettings('quick'),
  epochs: 5,
  tasksPerEpoch: 6,
  groupSize: 4,
  evalEvery: 5,
  evalTasks: 1,
  evalSamples: 1,
  kMin: 0.5,
  replayShare: 0.35,
  environmentReplayEpochs: 2,
});
const folder = await mkdtemp(join(tmpdir(), 'genenv-window-'));
afterAll(() => rm(folder, { recursive: true }));
let opened = 0;
let tables: Tables;

beforeAll(async () => {
  tables = await pretrainedTables(familiesByName(settings.families), 'easy', 150);
});

const stores: Record<string, () => Promise<{ store: RunStore<RunEvent>; id: string }>> = {
  IndexedDB: async () => ({ store: await freshStore(), id: 'run' }),
  'JSON lines': async () => {
    const id = join(folder, `run-${(opened += 1)}.jsonl`);
    return { store: await JsonLinesRunStore.open(id, runEventFormat), id };
  },
};

const partsOf = (store: RunStore<RunEvent>) => tableParts(store, tables);

/** Builds the pools from the log alone, with plain loops. */
function rebuilt(events: readonly RunEvent[]) {
  const train: object[] = [];
  const environment: object[] = [];
  let texts: Extract<RunEvent, { type: 'tasks-written' }>['texts'] = [];
  let rollouts: Extract<RunEvent, { type: 'rolled-out' }>['rollouts'] = [];
  let scored: Extract<RunEvent, { type: 'scored' }> | undefined;
  for (const event of events) {
    if (event.type === 'tasks-written') texts = event.texts;
    if (event.type === 'rolled-out') rollouts = event.rollouts;
    if (event.type === 'scored') scored = event;
    if (event.type !== 'pools-updated') continue;
    for (const { index, family, source, level, text } of texts) {
      const traces = rollouts.flatMap(({ task, turns, ids, mask, logprobs, finish }, i) => {
        const { wellFormed, reward, advantage } = scored!.rollouts[i];
        const valid = task === index && finish === 'stop' && wellFormed;
        return valid ? [{ turns, ids, mask, logprobs, reward, advantage }] : [];
      });
      if (traces.length === 0) continue;
      const { k, n } = scored!.tasks.find(({ task }) => task === index)!.count;
      const key = readTask({ family, text })!.answers;
      const position = train.length;
      train.push({ epoch: event.epoch, family, source, level, text, success: k / n, key, traces, position });
    }
    for (const { successRate, ...pair } of event.environment) {
      const { level, text } = texts.find(
        ({ written, context }) => context === pair.context && written?.ids.join() === pair.writtenIds.join(),
      )!;
      const position = environment.length;
      environment.push({ ...pair, level, text, source: 'environment', success: successRate, position });
    }
  }
  return { train, environment };
}

/** Compares the stored pools with the pools of the log. Only IndexedDB stores D_env. */
async function expectPools(store: RunStore<RunEvent>, id: string, { train, environment }: ReturnType<typeof rebuilt>) {
  const pool = store.trainPool(id);
  expect(await pool.read([...Array(await pool.size()).keys()])).toEqual(train);
  if (!(store instanceof IndexedDbRunStore)) return;
  const pairs = store.pools(id).environment;
  expect(await pairs.read(await pairs.find({}))).toEqual(environment);
}

describe('a run', () => {
  let whole: RunEvent[];

  beforeAll(async () => {
    const { store, id } = await stores.IndexedDB();
    const session = await Session.open(partsOf(store), { newId: id, name: 'whole', settings });
    await pull(session);
    whole = await allEvents(store, id);
  });

  it.each(Object.entries(stores))(
    'has the pools of its log in %s, even if killed and resumed, or imported',
    async (kind, open) => {
      for (const killedAfter of [Infinity, 12]) {
        const { store, id } = await open();
        await pull(await Session.open(partsOf(store), { newId: id, name: 'run', settings }), killedAfter);
        // A killed process disposes of nothing, and the next process has its own locks.
        if (killedAfter !== Infinity) await pull(await Session.open(partsOf(store), { runId: id }));
        const events = await allEvents(store, id);
        expect(events).toEqual(whole);
        const expected = rebuilt(events);
        expect(expected.train.length).toBeGreaterThan(5);
        await expectPools(store, id, expected);

        const other = await open();
        const file = await RunFile.open(bytesSource(await exported(store, id)), runEventFormat);
        if (kind === 'JSON lines')
          await other.store.create(newRunRecord({ id: other.id, name: '', settings, now: 0 }), file);
        else await importRun(other.store, { ...file, ...file.manifest.run }, other.id, 0);
        await expectPools(other.store, other.id, expected);
      }
    },
  );

  it('receives the D_train and regression window that its log gives', async () => {
    const { store, id } = await stores.IndexedDB();
    await store.create(newRunRecord({ id, name: '', settings, now: 0 }), {
      epochs: splitEpochs(whole),
      checkpoints: [],
    });
    const updates = whole.filter((event) => event.type === 'pools-updated');
    const pairs = updates.flatMap(({ environment }) => environment);
    const window = await PoolWindow.open(store, { id, epochs: 5, started: whole[0] });
    const { pools } = window;
    const { train, trainSize } = memoryPools(whole);
    expect([await pools.train.size(), pools.trainSize]).toEqual([train.entries.length, trainSize]);
    expect(await pools.train.read([3, 1])).toEqual(await train.read([3, 1]));
    expect(pools.environmentSize).toBe(pairs.length);

    // Epoch 6 regresses on its own pairs and on pairs of the `epochs` − 1 epochs before it.
    for (const epochs of [1, 2, 4, 3, 5, 9, 2]) {
      await window.hold(5, epochs);
      expect(pools.environment).toEqual(pairs.filter(({ epoch }) => epoch > 6 - epochs));
    }
    // Pairs of the running epoch are kept until that epoch is stored.
    expect(pairs.length).toBeGreaterThan(0);
    const own = { ...pairs[0], epoch: 6 };
    pools.environment.push(own);
    await window.hold(5, 1);
    await window.hold(5, 3);
    expect(pools.environment).toEqual([...pairs.filter(({ epoch }) => epoch > 3), own]);
  });
});

it('regresses on older pairs again if the window grows during the run', async () => {
  const run = async (resumeAt: number[]): Promise<RunEvent[]> => {
    const { store, id } = await stores.IndexedDB();
    let session = await Session.open(partsOf(store), { newId: id, name: 'run', settings });
    for (let stage = 0; stage < 41; stage += 1) {
      if (stage === 28) await session.changeSettings({ environmentReplayEpochs: 4 });
      if (resumeAt.includes(stage)) session = await Session.open(partsOf(store), { runId: id });
      await session.next();
    }
    return allEvents(store, id);
  };
  const events = await run([]);
  const pairs = events.flatMap((event) => (event.type === 'pools-updated' ? event.environment : []));
  for (const event of events) {
    if (event.type !== 'environment-updated') continue;
    const epochs = event.epoch < 4 ? 2 : 4;
    const window = pairs.filter(({ epoch }) => epoch > event.epoch - epochs && epoch <= event.epoch);
    expect(event.pairs).toBe(window.length);
  }
  expect(pairs.length).toBeGreaterThan(5);
  expect(await run([9, 25])).toEqual(events);
});
