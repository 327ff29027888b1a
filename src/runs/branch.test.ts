import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { openTables, tableSettings } from '../genenv/testing/record-run.ts';
import type { RunStore } from '../store/run-store.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { branchRun, type SessionParts } from './open-run.ts';
import { finish as finishIn, tableParts, type Tables } from './testing/table-session.ts';
import { Session } from './session.ts';
import { allEvents } from '../store/testing/all-events.ts';

const EPOCHS = 4;
const HERE = 2;

let tables: Tables;
let store: RunStore<RunEvent>;
let parts: SessionParts;

const finish = (session: Session): Promise<RunEvent[]> => finishIn(session, store);
const parent = async () =>
  finish(await Session.open(parts, { newId: 'parent', name: 'p', settings: tableSettings({ epochs: EPOCHS }) }));
const branch = (epoch = HERE) => branchRun(store, { runId: 'parent', epoch, newId: 'branch', name: 'b', now: 5 });

beforeAll(async () => {
  tables = await openTables();
});
beforeEach(async () => {
  store = await freshStore({ retention: { keepEvery: HERE } });
  parts = tableParts(store, tables);
});

it('a branch without changes has the log of its parent, byte for byte', async () => {
  const log = await parent();
  const record = await branch();
  expect(record.parent).toEqual({ runId: 'parent', epoch: HERE });
  const session = await Session.open(parts, { runId: 'branch' });
  expect((await session.state()).record).toMatchObject({ epochs: HERE, parent: record.parent });
  expect(JSON.stringify(await finish(session))).toBe(JSON.stringify(log));
});

it('a branch logs its changes, and leaves the parent unchanged', async () => {
  const log = await parent();
  await branch();
  const session = await Session.open(parts, { runId: 'branch' });
  const change = await session.changeSettings({ alpha: 0.8, whoLearns: 'agent' });
  expect(change).toEqual({ type: 'settings-changed', epoch: HERE + 1, changes: { alpha: 0.8, whoLearns: 'agent' } });
  const own = await finish(session);
  const shared = log.findIndex((event) => event.type === 'epoch-ended' && event.epoch === HERE) + 1;
  expect(own.slice(0, shared)).toEqual(log.slice(0, shared));
  expect(own.slice(shared)).not.toEqual(log.slice(shared));
  expect(await allEvents(store, 'parent')).toEqual(log);
});

it('refuses a branch after an epoch without weights, and names the epochs with weights', async () => {
  await parent();
  await expect(branch(1)).rejects.toMatchObject({ code: 'epoch-without-weights', parameters: { kept: '2, 4' } });
  await expect(branchRun(store, { runId: 'nobody', epoch: 1, newId: 'x', name: 'x', now: 0 })).rejects.toThrow(
    'store-missing',
  );
});
