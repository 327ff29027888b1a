/** @file Checks that a player behaves the same whether its events are computed, stored or in a file. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MetricsFold, runMetrics } from '../../analysis/metrics.ts';
import { isStage, outlineEpoch, viewRun } from '../../analysis/run-view.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import { recordRun, tableSettings } from '../../genenv/testing/record-run.ts';
import { countedRecord, newRunRecord } from '../../store/run-store.ts';
import { text } from '../../text/text.ts';
import type { StoredRun } from '../../../workers/run/runs.ts';
import { statusSentence } from '../pages/run/StatusLine.svelte';
import { transport } from '../pages/run/transport/transport-actions.ts';
import { ChosenSettings } from './chosen-settings.svelte.ts';
import { RunPlayer } from './run-player.svelte.ts';
import { FileSource, LiveSource, type ReadEpoch, StoredSource } from './run-source.svelte.ts';

let events: RunEvent[];
beforeAll(async () => {
  events = await recordRun(settings);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settings = tableSettings({ epochs: 3 });
const recordOf = (log: readonly RunEvent[]) =>
  countedRecord(newRunRecord({ id: 'r', name: 'a run', settings, now: 0 }), log);
const ofEpoch = (log: readonly RunEvent[], epoch: number) =>
  log.filter((event) => (event.type === 'run-started' ? epoch === 1 : event.epoch === epoch));
/** Returns a log as the store returns it: the newest epoch in full, the others as outlines. */
const outlined = (log: readonly RunEvent[]) =>
  log.map((event) => ('epoch' in event && event.epoch === 3 ? event : outlineEvent(event)));

function drawn(log: readonly RunEvent[]) {
  const stored = outlined(log);
  const curves = new MetricsFold();
  for (const event of stored) curves.add(event);
  return { record: recordOf(log), events: stored, view: viewRun(stored), curves };
}

type Telemetry = ConstructorParameters<typeof LiveSource>[0]['coordinator']['session']['telemetry'];

const story = { beats: [], followed: null };
/** Returns the start file of a run, which holds only the first epoch. */
const startOf = (log: readonly RunEvent[]) => ({ record: recordOf(log), events: ofEpoch(log, 1), story, moments: {} });

function live(log: readonly RunEvent[], readEpoch: ReadEpoch, telemetry: Telemetry = async () => null) {
  let made = 0;
  const player = new RunPlayer(
    new LiveSource({
      coordinator: { run: { next: async () => log[made++] ?? null }, session: { telemetry } },
      chosen: new ChosenSettings(settings),
      trying: async (work) => void (await work()),
      beforeStages: () => {},
      afterEpoch: () => {},
      reset: async () => {},
      readEpoch: (_, epoch) => readEpoch(epoch),
    }),
  );
  player.phase = 'idle';
  return player;
}

type At = 'start' | 'end';

/** Functions that open a player, by source: before the first stage, or at the end with past epochs as outlines. */
const sources: Record<string, (at: At, readEpoch: ReadEpoch) => Promise<RunPlayer>> = {
  live: async (at, readEpoch) => {
    const player = live(at === 'start' ? events : [], readEpoch);
    if (at === 'end') player.begin(drawn(events));
    return player;
  },
  stored: async (at, readEpoch) => new RunPlayer(new StoredSource(drawn(events), readEpoch), at),
  file: async (at, readEpoch) => {
    const file = { load: async () => drawn(events), readEpoch };
    const player = new RunPlayer(new FileSource(startOf(events), file), 'start');
    if (at === 'end') await player.seek(3);
    return player;
  },
};

describe.each(Object.entries(sources))('a %s run', (_, open) => {
  const read: ReadEpoch = async (epoch) => ofEpoch(events, epoch);

  it('shows, stage by stage, the views and curves of the original run', async () => {
    const player = await open('start', read);
    const stages = events.flatMap((event, i) => (isStage(event) ? [i + 1] : []));
    for (const shown of stages) {
      expect(player.canStep).toBe(true);
      await player.stepStage();
      expect(player.view).toEqual(viewRun(events.slice(0, shown)));
      expect(player.metrics).toEqual(runMetrics(events.slice(0, shown)));
    }
    expect([player.finished, player.canStep, player.phase]).toEqual([true, false, 'idle']);
  });

  it('steps a whole epoch without pauses at any speed', async () => {
    const player = await open('start', read);
    player.speed = 0.25;
    await player.stepStage();
    await player.stepEpoch();
    expect([player.epoch, player.metrics.epochs.length, player.phase]).toEqual([1, 1, 'idle']);
    await player.stepEpoch();
    await player.stepEpoch();
    expect(player.view).toEqual(viewRun(events));
  });

  it('plays at the chosen speed until it is paused, and then continues to the end', async () => {
    const player = await open('start', read);
    player.speed = 2;
    const playing = player.run();
    await vi.advanceTimersByTimeAsync(1600);
    expect([player.view.epochs.length, player.canStep]).toEqual([1, false]);
    player.pause();
    expect(player.phase).toBe('idle');
    const { view } = player;
    await vi.advanceTimersByTimeAsync(5000);
    await playing;
    expect(player.view).toEqual(view);
    void player.run();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([player.finished, player.phase]).toEqual([true, 'idle']);
    expect(player.view).toEqual(viewRun(events));
  });

  it('shows a past epoch in full once it is read, and then the newest again', async () => {
    const player = await open('end', read);
    const [, second, third] = viewRun(events).epochs;
    expect(player.view.epochs[1]).toEqual(outlineEpoch(second));
    await player.seek(2);
    expect(player.epoch).toBe(2);
    expect(player.view.epochs[1]).toEqual(second);
    await player.seek(3);
    expect([player.epoch, player.pinned]).toEqual([3, undefined]);
    expect(player.view.epochs.slice(1)).toEqual([second, third]);
  });

  it('moves one epoch per key press, even if reading epochs takes longer', async () => {
    const slow: ReadEpoch = (epoch) =>
      new Promise((resolve) => void setTimeout(() => resolve(ofEpoch(events, epoch)), 50));
    const player = await open('end', slow);
    const { move } = transport(player, true);
    move(-1);
    expect([player.epoch, player.asked]).toEqual([3, 2]);
    move(-1);
    expect(player.asked).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect([player.epoch, player.asked]).toEqual([1, 1]);
  });
});

const stored = (at: At) => new RunPlayer(new StoredSource(drawn(events), async (epoch) => ofEpoch(events, epoch)), at);

it('a recording begins before the first epoch, with the first measurement', () => {
  const player = stored('start');
  expect([player.epoch, player.metrics.heldOut.length, player.metrics.epochs.length]).toEqual([0, 1, 0]);
  expect(statusSentence(player)).toBe(text.replay.status.beginning);
  expect(statusSentence(stored('end'))).toBe(text.replay.status.end({ epochs: 3 }));
});

it('a recording shows a past epoch with its settings, and returns to the beginning', async () => {
  const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.8 } };
  const log = events.toSpliced(events.findIndex((event) => 'epoch' in event && event.epoch === 2) + 1, 0, change);
  const player = new RunPlayer(new StoredSource(drawn(log), async (epoch) => ofEpoch(log, epoch)));
  await player.seek(1);
  expect(player.view).toEqual(viewRun(ofEpoch(log, 1)));
  await player.seek(2);
  expect(player.view).toEqual(viewRun([...ofEpoch(log, 1), ...ofEpoch(log, 2)]));
  expect(player.view.settings?.alpha).toBe(0.8);
  await player.reset();
  expect(player.view).toEqual(viewRun(log.slice(0, 1)));
});

it('a recording that is moved to its end stops playing, and then plays from the beginning', async () => {
  const player = stored('start');
  const playing = player.run();
  await player.seek(3);
  await vi.advanceTimersByTimeAsync(1000);
  await playing;
  expect([player.finished, player.phase]).toEqual([true, 'idle']);
  void player.run();
  expect(player.epoch).toBe(0);
  player.pause();
  void player.run();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(player.view).toEqual(viewRun(events));
});

it('a recording in a file shows its beginning while the rest loads, and waits for missing epochs', async () => {
  const load = vi.fn<() => Promise<StoredRun>>().mockRejectedValueOnce(new Error('No connection.'));
  const player = new RunPlayer(
    new FileSource(startOf(events), { load, readEpoch: async (epoch) => ofEpoch(events, epoch) }),
    'start',
  );
  await player.seek(1);
  expect([player.view, player.lastEpoch, player.finished]).toEqual([viewRun(ofEpoch(events, 1)), 3, false]);
  await expect(player.seek(2)).rejects.toThrow('No connection.');
  expect([player.epoch, player.asked, player.waiting]).toEqual([1, 1, false]);
  let arrive = (_: StoredRun) => {};
  load.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  player.speed = 8;
  void player.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect([player.epoch, player.waiting]).toEqual([1, true]);
  expect(statusSentence(player)).toBe(text.replay.status.waiting);
  void player.seek(2);
  expect([player.epoch, player.asked]).toEqual([1, 2]);
  arrive(drawn(events));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([player.finished, player.waiting]).toEqual([true, false]);
  expect(player.view).toEqual(viewRun(events));
  expect(load).toHaveBeenCalledTimes(2);
});

it('estimates the remaining time of a stage from its speed so far', async () => {
  const idle = { activity: 'idle', gpuBytes: 0, tokensGenerated: 0, flops: 0, total: 1000 } as const;
  let at = 0;
  const { source } = live(
    [],
    async () => [],
    async () => ({
      at: (at += 400),
      storage: null,
      environment: { ...idle, done: 0 },
      agent: { ...idle, activity: 'generating', done: at / 4 },
    }),
  );
  const playing = source.play(() => new Promise((end) => setTimeout(end, 1300)), true);
  await vi.advanceTimersByTimeAsync(500);
  expect(source.secondsLeft).toBeUndefined();
  await vi.advanceTimersByTimeAsync(400);
  expect(source.secondsLeft).toBeCloseTo(3.2);
  await vi.advanceTimersByTimeAsync(400);
  await playing;
});
