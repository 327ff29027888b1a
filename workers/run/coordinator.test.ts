import { smallSettings } from '../../src/genenv/testing/small-settings.ts';
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { outlineEvent } from '../../src/genenv/log/outline-event.ts';
import { memoryPools } from '../../src/genenv/testing/memory-pools.ts';
import { pretrainedTables } from '../../src/genenv/testing/table-players.ts';
import { writeEventLog } from '../../src/store/event-log.ts';
import { splitEpochs } from '../../src/store/run-store.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { ProcessRunLocks } from '../../src/store/testing/process-run-locks.ts';
import { familiesByName } from '../../src/tasks/registry.ts';
import { InspectedFile } from '../jobs/recording.ts';
import { CoordinatorHost } from './coordinator.ts';

const settings = smallSettings({
  tasksPerEpoch: 2,
  groupSize: 2,
});
const STAGES = 1 + 2 * 8;

let tables: Awaited<ReturnType<typeof pretrainedTables>>;
let page: CoordinatorHost;
let otherTab: CoordinatorHost;
let databases = 0;

beforeAll(async () => {
  tables = await pretrainedTables(familiesByName(settings.families), 'easy', 20);
});
beforeEach(async () => {
  const name = `coordinator-${(databases += 1)}`;
  const locks = new ProcessRunLocks();
  let ids = 0;
  const tab = async (): Promise<CoordinatorHost> =>
    new CoordinatorHost({
      store: await IndexedDbRunStore.open({ format: runEventFormat, name, now: () => 0 }),
      locks,
      openModels: async () => ({ players: tables.players(), tokenizer: tables.tokenizer }),
      now: () => 0,
      newId: () => `run-${(ids += 1)}`,
      storage: async () => ({ used: 1, available: 2 }),
    });
  [page, otherTab] = [await tab(), await tab()];
});

/** Reads a run's stored log, each epoch separately. */
async function wholeLog(tab: CoordinatorHost, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (const event of (await tab.runs.read(runId)).events)
    if (event.type === 'epoch-ended') events.push(...(await tab.runs.readEpoch(runId, event.epoch)));
  return events;
}

it('makes a run, which a reloaded page finds unchanged', async () => {
  const { record } = await page.session.open({ settings, name: 'first' });
  const events: RunEvent[] = [];
  for (let event = await page.run.next(); event; event = await page.run.next()) events.push(event);
  expect(events).toHaveLength(STAGES);
  await page.session.close();

  expect(await otherTab.runs.list()).toEqual([{ ...record, epochs: 2, eventCount: STAGES }]);
  await otherTab.session.open({ runId: record.id });
  // The newest epoch is complete, and the events of the earlier one are outlines.
  const read = { events: [...events.slice(0, 9).map(outlineEvent), ...events.slice(9)] };
  expect(await otherTab.runs.read(record.id)).toMatchObject(read);
  expect(await wholeLog(otherTab, record.id)).toEqual(events);
  expect(await otherTab.runs.readEpoch(record.id, 3)).toEqual([]);
  expect(await otherTab.run.next()).toBeNull();
});

it('lets another tab read the open run, but neither train nor remove it', async () => {
  const { record } = await page.session.open({ settings });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  expect((await otherTab.runs.read(record.id)).events).toHaveLength(9);
  await expect(otherTab.session.open({ runId: record.id })).rejects.toThrow('run-open-elsewhere');
  await expect(otherTab.runs.remove(record.id)).rejects.toThrow('run-open-elsewhere');
  await page.session.close();
  await otherTab.runs.remove(record.id);
  expect(await page.runs.list()).toEqual([]);
});

it('names a run after its settings, and renames it even while it is open', async () => {
  const { record } = await page.session.open({ settings });
  expect(record.name).toBe('quick, T 2, tasksPerEpoch 2, G 2, evalTasks 1, +1');
  await page.runs.rename(record.id, 'open');
  expect((await page.runs.list())[0].name).toBe('open');
  await page.session.close();
  await page.runs.rename(record.id, 'closed');
  expect((await page.runs.list())[0].name).toBe('closed');
});

it('has telemetry while a stage runs, and none while no run is open', async () => {
  expect(await page.session.telemetry()).toBeNull();
  await page.session.open({ settings });
  const [, telemetry] = await Promise.all([page.run.next(), page.session.telemetry()]);
  expect(telemetry).toMatchObject({
    agent: { activity: expect.any(String) },
    environment: { tokensGenerated: expect.any(Number) },
    storage: { used: 1, available: 2 },
  });
});

it('exports a run to a file with which another browser continues it', async () => {
  const { record } = await page.session.open({ settings });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  const file = await page.runs.export(record.id, { weights: true });
  while (await page.run.next());
  const whole = await wholeLog(page, record.id);
  await page.session.close();
  await page.runs.remove(record.id);

  const { record: imported, problems } = await importedFrom(file, 'run.zip');
  expect(problems).toEqual([]);
  expect(imported).toMatchObject({ name: record.name, settings, epochs: 1 });
  await page.session.open({ runId: imported.id });
  while (await page.run.next());
  expect(await wholeLog(page, imported.id)).toEqual(whole);
});

async function importedFrom(file: Blob, path: string) {
  const [{ record, problems }] = await page.runs.import([{ path, file }], path);
  return { record: record!, problems };
}

it('imports a run without weights for viewing, and says why it cannot continue', async () => {
  const { record } = await page.session.open({ settings });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  const { record: imported } = await importedFrom(await page.runs.export(record.id, { weights: false }), 'run.zip');
  expect((await page.runs.read(imported.id)).events).toHaveLength(9);
  await expect(page.session.open({ runId: imported.id })).rejects.toThrow('weights-not-stored');
});

it('imports the logs of a headless run and of a real run', async () => {
  const { record } = await page.session.open({ settings });
  while (await page.run.next());
  const events = await wholeLog(page, record.id);
  await page.session.close();
  const lines = writeEventLog(events);
  const whole = await importedFrom(new Blob([lines]), 'run.jsonl');
  expect(whole).toMatchObject({ problems: [], record: { name: 'run.jsonl', settings, epochs: 2 } });
  expect(await wholeLog(page, whole.record.id)).toEqual(events);
  const newest = splitEpochs(events)[1];
  const file = new InspectedFile();
  const inspected = await file.open(new Blob([lines]), 'run.jsonl');
  const outlines = [...events.slice(0, -newest.length).map(outlineEvent), ...newest];
  expect(inspected).toMatchObject({ record: { epochs: 2, eventCount: events.length }, events: outlines });
  expect([...(await file.epoch(1)), ...(await file.epoch(2))]).toEqual(events);
  expect(await file.epoch(3)).toEqual([]);

  const cut = await importedFrom(new Blob([lines.slice(0, -10)]), 'cut.jsonl');
  expect(cut.record.epochs).toBe(1);
  expect(cut.problems).toMatchObject([
    { code: 'line-damaged', parameters: { file: 'cut.jsonl', problem: 'line 17 is cut off.', read: true } },
  ]);

  const real = await importedFrom(
    new Blob(['{"step": 1, "input": "2 + 2", "output": "4", "score": 1}\nnot JSON\n']),
    'verl.jsonl',
  );
  expect(real).toMatchObject({
    record: { name: 'verl.jsonl', epochs: 1 },
    problems: [{ code: 'rollout-row', parameters: { row: 2, problem: { code: 'row-not-json' } } }],
  });
  const line = (step: number) => new Blob([`{"step": ${step}, "input": "a", "output": "b", "gts": "", "score": 1}\n`]);
  const hello = { path: 'a.txt', file: new Blob(['hello']) };
  const folder = [{ path: '1.jsonl', file: line(1) }, { path: '2.jsonl', file: line(2) }, hello];
  expect(await page.runs.import(folder, 'rollouts')).toMatchObject([
    { name: 'rollouts', problems: [], record: { name: 'rollouts', epochs: 2 } },
  ]);
  expect(await page.runs.import([hello], 'a.txt')).toMatchObject([
    { name: 'a.txt', record: null, problems: [{ code: 'not-a-run-file' }] },
  ]);
  expect(await page.runs.import([hello, hello], 'a')).toMatchObject([
    { name: 'a', record: null, problems: [{ code: 'no-rollouts' }] },
  ]);
});

it('names the adapter of a run, and says whether it can continue', async () => {
  const { record } = await page.session.open({ settings });
  expect(await page.runs.details(record.id)).toEqual({ adapter: null, checkpoints: [] });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  const details = await page.runs.details(record.id);
  expect(details).toMatchObject({ adapter: expect.any(String), checkpoints: [1] });
  const { record: copy } = await importedFrom(await page.runs.export(record.id, { weights: false }), 'run.zip');
  expect(await page.runs.details(copy.id)).toEqual({ ...details, checkpoints: [] });
});

it('branches the open run, and opens the new run, which knows its parent', async () => {
  const { record } = await page.session.open({ settings });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  const events = await wholeLog(page, record.id);
  const branch = await page.session.branch({ runId: record.id, epoch: 1 }, 'a branch');
  expect(branch.record).toMatchObject({ name: 'a branch', epochs: 1, parent: { runId: record.id, epoch: 1 } });
  expect(branch.record.id).not.toBe(record.id);
  expect(await wholeLog(page, branch.record.id)).toEqual(events);
  await expect(page.session.branch({ runId: record.id, epoch: 7 }, 'none')).rejects.toThrow(
    /epoch-without-weights.*"kept":"1"/,
  );
  expect(await page.run.next()).toMatchObject({ type: 'tasks-written', epoch: 2 });
  expect(await wholeLog(page, record.id)).toEqual(events);
});

it('hides a discarded run until it is restored or removed for good', async () => {
  const { record } = await page.session.open({ settings });
  for (let stage = 0; stage < 9; stage += 1) await page.run.next();
  await expect(otherTab.runs.discard(record.id)).rejects.toThrow('run-open-elsewhere');
  await page.runs.discard(record.id);
  expect(await page.runs.list()).toEqual([]);
  await page.runs.restore(record.id);
  expect(await otherTab.runs.list()).toMatchObject([{ id: record.id, epochs: 1 }]);
  await page.runs.discard(record.id);
  await otherTab.runs.tidy();
  await expect(page.runs.read(record.id)).rejects.toThrow('store-missing');
});

it('removes a run without a finished epoch, unless it is open in a tab', async () => {
  const { record } = await page.session.open({ settings });
  await page.run.next();
  await page.runs.tidy();
  await otherTab.runs.tidy();
  expect(await page.runs.list()).toMatchObject([{ id: record.id, epochs: 0 }]);
  await page.session.close();
  await otherTab.runs.tidy();
  expect(await page.runs.list()).toEqual([]);
});

it('says what to do when no run is open', async () => {
  expect(() => page.run.next()).toThrow('no-run-open');
  expect(() => page.run.changeSettings({ alpha: 0.6 })).toThrow('no-run-open');
  await expect(page.runs.read('nobody')).rejects.toThrow('store-missing {"run":"nobody"}');
});

it('finds, reads and exports the entries of a stored run’s pools', async () => {
  const { record } = await page.session.open({ settings: { ...settings, tasksPerEpoch: 12, groupSize: 6 } });
  while (await page.run.next());
  const events = await wholeLog(page, record.id);
  const traces = memoryPools(events).train.entries;
  const choice = { runId: record.id, pool: 'train' } as const;
  expect(traces.length).toBeGreaterThan(1);
  expect(await otherTab.pools.size(choice)).toBe(traces.length);
  const newest = await otherTab.pools.find(choice, { order: { by: 'epoch', descending: true } });
  expect([...newest]).toEqual(traces.map((_, i) => traces.length - 1 - i));
  expect(await otherTab.pools.entries(choice, newest.slice(0, 1))).toMatchObject([traces.at(-1)!]);

  const wanted = { ranges: { epoch: [2, 2] } } as const;
  const lines = (await (await otherTab.pools.export(choice, wanted)).text()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(traces.filter(({ epoch }) => epoch === 2));
});
