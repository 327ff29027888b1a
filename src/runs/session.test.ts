/** @file Tests sessions with the real loop and tables as models. */
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { STAGES } from '../genenv/log/epoch-events.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { notFinite } from '../lm/finite-weights.ts';
import type { Player, PolicyDescription } from '../policy/policy.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { pretrainedTables } from '../genenv/testing/table-players.ts';
import { type RunStore, storeError } from '../store/run-store.ts';
import { freshStore } from '../store/testing/fresh-store.ts';
import { familiesByName } from '../tasks/registry.ts';
import { Session } from './session.ts';
import type { SessionParts } from './open-run.ts';
import { finish as finishIn, pull, tableParts, type Tables } from './testing/table-session.ts';
import { allEvents } from '../store/testing/all-events.ts';

const settings = smallSettings({
  epochs: 3,
  evalEvery: 2,
  agentLearningRate: 0.05,
});
const STAGES_PER_EPOCH = 8;

let tables: Tables;
let store: RunStore<RunEvent>;
let parts: SessionParts;
/** Log of an undisturbed run. */
let expected: RunEvent[];

beforeAll(async () => {
  tables = await pretrainedTables(familiesByName(settings.families), 'easy', 150);
});
beforeEach(async () => {
  store = await freshStore();
  parts = tableParts(store, tables);
  expected ??= await finish(await start('undisturbed'));
});

const start = (id = 'run', changed: Partial<Settings> = {}): Promise<Session> =>
  Session.open(parts, { newId: id, name: id, settings: { ...settings, ...changed } });
const reopen = (runId = 'run'): Promise<Session> => Session.open(parts, { runId });

const finish = (session: Session): Promise<RunEvent[]> => finishIn(session, parts.store);
/** Makes sessions opened later use these models. */
const openWith = (players: Players): void => {
  parts.openModels = async () => ({ players, tokenizer: tables.tokenizer });
};

describe('the log', () => {
  it('is the same if the first event was computed in advance', async () => {
    const players = tables.players();
    openWith(players);
    const session = await start();
    await session.prepare();
    const generate = vi.spyOn(players.agent, 'generate');
    expect(await session.next()).toEqual(expected[0]);
    expect(generate).not.toHaveBeenCalled();
    expect(await finish(session)).toEqual(expected);
  });

  it('has the start and then eight stages per epoch', async () => {
    expect(expected.map(({ type }) => type)).toEqual([
      'run-started',
      ...Array.from({ length: 3 }).flatMap(() => STAGES),
    ]);
    // If no model had learned, the equalities below would show little.
    expect(expected.some((event) => event.type === 'agent-updated' && event.steps.length > 0)).toBe(true);
    expect(expected.some((event) => event.type === 'environment-updated' && event.steps.length > 0)).toBe(true);
  });

  it.each([1, 9, 14])('is the same when the run is reloaded after %i stages', async (stages) => {
    const before = await start();
    await pull(before, stages);
    await before.dispose();
    expect(await finish(await reopen())).toEqual(expected);
  });
});

describe('a failure', () => {
  it('of a model ends the session with a sentence, and the reopened run continues', async () => {
    const players = tables.players();
    openWith(players);
    const session = await start();
    await pull(session, STAGES_PER_EPOCH + 2);
    vi.spyOn(players.agent, 'generate').mockRejectedValue(new Error('The GPU was lost.'));
    await expect(pull(session)).rejects.toThrow('The GPU was lost.');
    await expect(session.next()).rejects.toThrow('The GPU was lost.');
    await session.dispose();

    openWith(tables.players());
    const reopened = await reopen();
    expect(await allEvents(store, 'run')).toEqual(expected.slice(0, 1 + STAGES_PER_EPOCH));
    expect(await finish(reopened)).toEqual(expected);
  });

  it('of storage keeps the epoch until it can be stored, and loses nothing', async () => {
    const session = await start();
    await pull(session, STAGES_PER_EPOCH);
    const full = storeError(new DOMException('', 'QuotaExceededError'), 'store epoch 1');
    const commit = vi.spyOn(store, 'commitEpoch').mockRejectedValue(full);
    await expect(session.next()).rejects.toBe(full);
    await expect(session.next()).rejects.toBe(full);
    await expect(session.changeSettings({ alpha: 0.6 })).rejects.toThrow('epoch-not-stored');
    expect(await allEvents(store, 'run')).toEqual([]);
    commit.mockRestore();
    expect(await session.next()).toEqual(expected[STAGES_PER_EPOCH]);
    expect(await finish(session)).toEqual(expected);
  });

  it('while the weights are read ends the session', async () => {
    const players = tables.players();
    openWith(players);
    vi.spyOn(players.agent, 'snapshot').mockRejectedValueOnce(new Error('The GPU was lost.'));
    await expect(finish(await start())).rejects.toThrow('The GPU was lost.');
    expect(await store.get('run')).toMatchObject({ epochs: 0, eventCount: 0 });
  });
});

describe('changed settings', () => {
  it('hold from the next stage on and are part of the log', async () => {
    const session = await start();
    await pull(session, 4);
    const event = await session.changeSettings({ alpha: 0.9, kMin: 0.05 });
    expect(event).toEqual({ type: 'settings-changed', epoch: 1, changes: { alpha: 0.9, kMin: 0.05 } });
    const events = await finish(session);
    expect(events.slice(0, 4)).toEqual(expected.slice(0, 4));
    expect(events[4]).toEqual(event);
    expect(events[5]).not.toEqual(expected[4]);
  });

  it('are one event between two stages, even if made several times', async () => {
    const session = await start();
    await pull(session, 4);
    for (const alpha of [0.6, 0.7, 0.8]) await session.changeSettings({ alpha });
    const event = await session.changeSettings({ kMin: 0.05 });
    expect(event).toEqual({ type: 'settings-changed', epoch: 1, changes: { alpha: 0.8, kMin: 0.05 } });
    const log = await finish(session);
    expect(log.filter(({ type }) => type === 'settings-changed')).toEqual([event]);

    const at = await start('at once');
    await pull(at, 4);
    await at.changeSettings({ alpha: 0.8, kMin: 0.05 });
    expect(await finish(at)).toEqual(log);
  });

  it('leave no event if they are undone before the next stage', async () => {
    const session = await start();
    await pull(session, 4);
    expect(await session.changeSettings({ alpha: settings.alpha })).toBeNull();
    await session.changeSettings({ alpha: 0.9, beta: 3 });
    expect(await session.changeSettings({ alpha: settings.alpha })).toMatchObject({ changes: { beta: 3 } });
    expect(await session.changeSettings({ beta: settings.beta })).toBeNull();
    expect((await session.state()).settings).toEqual(settings);
    await session.dispose();
    expect((await store.get('run'))!.pendingChanges).toEqual([]);
    expect(await finish(await reopen())).toEqual(expected);
  });

  it('wait for the running stage', async () => {
    const session = await start();
    await pull(session, 3);
    const [scored, changed] = await Promise.all([session.next(), session.changeSettings({ alpha: 0.9 })]);
    expect([scored?.type, changed?.type]).toEqual(['scored', 'settings-changed']);
    expect(scored).toEqual(expected[3]);
  });

  it.each([2, 9, 14])('are repeated at their places if the run is reloaded after %i stages', async (at) => {
    const begin = async (session: Session, stages: number): Promise<Session> => {
      for (let stage = 0; stage < stages; stage += 1) {
        if (stage === 2) await session.changeSettings({ alpha: 0.8 });
        if (stage === 9) await session.changeSettings({ kMin: 0.4 });
        await session.next();
      }
      return session;
    };
    const log = await finish(await begin(await start('undisturbed with changes'), 14));

    const session = await begin(await start(), at);
    if (at === 2) await session.changeSettings({ alpha: 0.8 });
    await session.dispose();
    const reopened = await reopen();
    // A change that was not made before the reload is made now.
    if (at < 10) {
      for (let length = (await store.get('run'))!.eventCount; length < 10; length += 1) await reopened.next();
      await reopened.changeSettings({ kMin: 0.4 });
    }
    expect(await finish(reopened)).toEqual(log);
  });

  it('yield to newer changes of the same setting after a reload', async () => {
    const session = await start();
    await pull(session, 5);
    await session.changeSettings({ alpha: 0.9, beta: 3 });
    await session.dispose();
    const reopened = await reopen();
    await pull(reopened, 2);
    await reopened.changeSettings({ alpha: 0.3 });
    const log = await finish(reopened);
    expect(log.flatMap((event, i) => (event.type === 'settings-changed' ? [[i, event.changes]] : []))).toEqual([
      [2, { alpha: 0.3 }],
      [6, { beta: 3 }],
    ]);
  });

  it('before the first stage become the start settings of the run', async () => {
    const session = await start('run', { seed: 7 });
    expect(await session.changeSettings({ alpha: 0.7 })).toBeNull();
    expect(await session.next()).toMatchObject({ type: 'run-started', settings: { alpha: 0.7 } });
    expect(await store.get('run')).toMatchObject({ settings: { alpha: 0.7, seed: 7 } });
  });

  it('discard a first event that was computed with other settings', async () => {
    const session = await start();
    await session.prepare();
    await session.changeSettings({ alpha: 0.7 });
    expect(await session.next()).toMatchObject({ type: 'run-started', settings: { alpha: 0.7 } });
  });

  it('are refused if they are out of range or define the run', async () => {
    const session = await start();
    await expect(session.changeSettings({ alpha: 2 })).rejects.toThrow(
      /not-a-number-in-range.*"minimum":0,"maximum":1/,
    );
    await expect(session.changeSettings({ seed: 9 })).rejects.toThrow('fixed-during-a-run');
    expect((await session.state()).settings).toEqual(settings);
  });
});

describe('opening', () => {
  it('is refused while another session has the run open', async () => {
    const session = await start();
    await expect(reopen()).rejects.toThrow('run-open-elsewhere');
    await session.dispose();
    await (await reopen()).dispose();
  });

  /** Opens the stored run with an agent that describes itself in another way. */
  const reopenAs = async (changed: Partial<PolicyDescription>): Promise<Session> => {
    const players = tables.players();
    const description = await players.agent.describe();
    vi.spyOn(players.agent, 'describe').mockResolvedValue({ ...description, ...changed });
    openWith(players);
    return reopen();
  };

  it('is refused if the weights differ from the start of the run, and notes another adapter', async () => {
    await finish(await start('run', { epochs: 1 }));
    await expect(reopenAs({ weightsHash: 'f'.repeat(64) })).rejects.toThrow('other-weights');
    // The refused session has released the lock.
    const { notices } = await (await reopenAs({ runtime: 'another adapter' })).state();
    expect(notices).toMatchObject([{ code: 'other-adapter', parameters: { player: 'agent', now: 'another adapter' } }]);
  });

  it('names an unknown run', async () => {
    await expect(reopen('nobody')).rejects.toThrow('store-missing {"run":"nobody"}');
  });
});

describe('a model that diverges', () => {
  const withBroken = (player: 'agent' | 'environment', broken: Partial<Player>): void => {
    const players = tables.players();
    openWith({ ...players, [player]: Object.assign(players[player], broken) });
  };

  it.each(['agent', 'environment'] as const)(
    'stops the run at the update of the %s, and names the setting',
    async (player) => {
      const session = await start();
      await pull(session, 1 + STAGES_PER_EPOCH);
      await session.dispose();
      const stored = await allEvents(store, 'run');
      const stats = { loss: NaN, gradNorm: 1, klPerToken: 0, klPerSequence: 0, entropy: 1 };
      const update = async () => ({ ...stats, clipFraction: 0, meanRatio: 1, tokens: 1, flops: 1 });
      withBroken(player, { update });
      const again = await reopen();
      const setting = `${player}LearningRate`;
      const seen: RunEvent[] = [];
      const pullAll = async () => {
        for (;;) seen.push((await again.next())!);
      };
      await expect(pullAll()).rejects.toMatchObject({
        code: 'run-diverged',
        parameters: { player, setting, what: expect.stringContaining('loss') },
      });
      expect(seen.at(-1)!.type).toBe(player === 'agent' ? 'filtered' : 'agent-updated');
      await expect(again.next()).rejects.toMatchObject({ code: 'run-diverged' });
      expect(await allEvents(store, 'run')).toEqual(stored);
    },
  );

  it('names the setting if the model reports probabilities that are not finite', async () => {
    const generate = () => Promise.reject(notFinite('The probability of a token'));
    withBroken('environment', { generate });
    await expect(pull(await start())).rejects.toMatchObject({
      code: 'run-diverged',
      parameters: { player: 'environment', epoch: 1, setting: 'environmentLearningRate' },
    });
  });

  it('names the setting of the failing model if a setting changed just before', async () => {
    withBroken('environment', { update: () => Promise.reject(notFinite('The loss')) });
    const session = await start();
    while ((await session.next())?.type !== 'agent-updated');
    await session.changeSettings({ alpha: 0.6 });
    await expect(session.next()).rejects.toMatchObject({ parameters: { setting: 'environmentLearningRate' } });
  });
});
