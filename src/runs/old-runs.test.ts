/** @file A run that was stored under version 1 of the event format opens and goes on in the page's database. */
import { smallSettings } from '../genenv/testing/small-settings.ts';
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { eventProblem } from '../genenv/event-problem.ts';
import type { RunEvent } from '../genenv/events.ts';
import { pretrainedTables } from '../genenv/testing/table-players.ts';
import { asVersion1 } from '../genenv/testing/version-1.ts';
import { runEventFormat } from '../genenv/event-format.ts';
import { IndexedDbRunStore } from '../store/indexed-db-store.ts';
import { newRunRecord } from '../store/run-store.ts';
import { ProcessRunLocks } from '../store/testing/process-run-locks.ts';
import { familiesByName } from '../tasks/registry.ts';
import { Session } from './session.ts';
import type { SessionParts } from './session-contract.ts';
import { allEvents } from '../store/testing/all-events.ts';

const settings = smallSettings({
  agentKlEstimator: 'k3',
});

it('goes on as if nothing had changed', async () => {
  const store = await IndexedDbRunStore.open({ format: runEventFormat, name: 'runs', now: () => 0 });
  const tables = await pretrainedTables(familiesByName(settings.families), 'easy', 20);
  const parts: SessionParts = {
    store,
    locks: new ProcessRunLocks(),
    openModels: async () => ({ players: tables.players(), tokenizer: tables.tokenizer }),
    now: () => 0,
  };
  const runThrough = async (session: Session) => {
    while (await session.next());
    const events = await allEvents(store, session.runId);
    await session.dispose();
    return events;
  };
  const whole = await runThrough(await Session.open(parts, { newId: 'undisturbed', name: 'undisturbed', settings }));

  const firstEpoch = whole.slice(0, 1 + 8);
  const session = await Session.open(parts, { newId: 'first', name: 'first', settings: { ...settings, epochs: 1 } });
  await runThrough(session);
  const checkpoint = (await store.checkpoint('first', 1))!;
  await store.create(newRunRecord({ id: 'old', name: 'old', settings, now: 0 }), {
    epochs: [firstEpoch.map((event) => asVersion1(event) as RunEvent)],
    checkpoints: [checkpoint],
  });

  const events = await runThrough(await Session.open(parts, { runId: 'old' }));
  expect(events.slice(firstEpoch.length)).toEqual(whole.slice(firstEpoch.length));
  expect(events.map(eventProblem)).toEqual(events.map(() => null));
  expect(await store.event('old', 0)).toEqual(whole[0]);
});
