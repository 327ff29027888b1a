/** @file A recorded run told again looks, stage by stage, like the run when it was made. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../genenv/log/events.ts';
import { runMetrics } from '../../analysis/metrics.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import { countedRecord, newRunRecord } from '../../store/run-store.ts';
import { viewRun } from '../../analysis/run-view.ts';
import { transport } from '../pages/run/transport/transport-actions.ts';
import { statusSentence } from '../pages/run/status-sentence.ts';
import { recordRun, tableSettings } from '../../genenv/testing/record-run.ts';
import type { StoredRun } from '../../../workers/run/contract.ts';
import { text } from '../../text/text.ts';
import { Replay } from './replay.svelte.ts';

let events: RunEvent[];
let replay: Replay;

const recorded = (at: 'start' | 'end') => {
  const record = newRunRecord({ id: 'r', name: 'a run', settings: tableSettings(), now: 0 });
  return new Replay({ record: countedRecord(record, events), events }, { origin: 'stored', at });
};

beforeAll(async () => {
  events = await recordRun();
});
beforeEach(() => {
  vi.useFakeTimers();
  replay = recorded('start');
});
afterEach(() => {
  vi.useRealTimers();
});

it('begins before the first epoch, with what was measured then', () => {
  expect(replay.epoch).toBe(0);
  expect(replay.metrics.heldOut).toHaveLength(1);
  expect(replay.metrics.epochs).toHaveLength(0);
  expect(statusSentence(replay)).toBe(text.replay.status.beginning);
});

it('steps through the same views and curves as the run had', async () => {
  for (let shown = 2; shown <= events.length; shown++) {
    expect(replay.canStep).toBe(true);
    await replay.stepStage();
    expect(replay.view).toEqual(viewRun(events.slice(0, shown)));
    expect(replay.metrics).toEqual(runMetrics(events.slice(0, shown)));
  }
  expect(replay.finished).toBe(true);
  expect(replay.canStep).toBe(false);
  expect(statusSentence(replay)).toBe(text.replay.status.end({ epochs: 2 }));
});

it('steps whole epochs, and goes to any at once', async () => {
  await replay.stepStage();
  await replay.stepEpoch();
  expect([replay.epoch, replay.metrics.epochs.length]).toEqual([1, 1]);
  replay.seek(2);
  expect(replay.view).toEqual(viewRun(events));
  replay.seek(1);
  expect(replay.metrics.epochs).toHaveLength(1);
  await replay.reset();
  expect(replay.epoch).toBe(0);
});

it('of outlines goes to an epoch with what is read of it, and with the settings of then', async () => {
  const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.8 } };
  const second = events.findIndex((event) => event.type === 'tasks-written' && event.epoch === 2);
  const log = events.toSpliced(second + 1, 0, change);
  const [first, newest] = [log.slice(0, second), log.slice(second)];
  const record = newRunRecord({ id: 'r', name: 'a run', settings: tableSettings(), now: 0 });
  const outlines = [...first.map(outlineEvent), ...newest];
  const readEpoch = async (epoch: number) => (epoch === 1 ? first : newest);
  replay = new Replay(
    { record: countedRecord(record, log), events: outlines },
    { origin: 'stored', at: 'end', readEpoch },
  );
  expect(replay.view).toEqual(viewRun(outlines));
  await replay.seek(1);
  expect(replay.view).toEqual(viewRun(first));
  await replay.seek(2);
  expect(replay.view).toEqual(viewRun(log));
  expect(replay.view.settings?.alpha).toBe(0.8);
  await replay.seek(0);
  expect(replay.view).toEqual(viewRun(log.slice(0, 1)));
});

it('goes as far back as keys were pressed, although epochs are read more slowly', async () => {
  const outlines = events.map((event) => outlineEvent(event));
  const record = newRunRecord({ id: 'r', name: 'a run', settings: tableSettings(), now: 0 });
  const readEpoch = () => new Promise<RunEvent[]>((resolve) => void setTimeout(() => resolve([]), 50));
  const slow = new Replay(
    { record: countedRecord(record, outlines), events: outlines },
    { origin: 'stored', at: 'end', readEpoch },
  );
  const { move } = transport(slow, true);
  move(-1);
  expect([slow.epoch, slow.asked]).toEqual([2, 1]);
  move(-1);
  await vi.advanceTimersByTimeAsync(100);
  expect([slow.epoch, slow.asked]).toEqual([0, 0]);
});

it('of a beginning shows what is there, and waits for what is not', async () => {
  const first = events.slice(0, events.findIndex(({ type }) => type === 'epoch-ended') + 1);
  const record = countedRecord(newRunRecord({ id: 'r', name: 'a run', settings: tableSettings(), now: 0 }), events);
  const readWhole = vi.fn<() => Promise<StoredRun>>().mockRejectedValueOnce(new Error('No connection.'));
  replay = new Replay({ record, events: first }, { origin: 'example', at: 'start', readWhole });
  await replay.seek(1);
  expect([replay.view, replay.lastEpoch, replay.finished]).toEqual([viewRun(first), 2, false]);

  await expect(replay.seek(2)).rejects.toThrow('No connection.');
  expect([replay.epoch, replay.asked, replay.waiting]).toEqual([1, 1, false]);
  let arrive = (_: StoredRun) => {};
  readWhole.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  void replay.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect([replay.epoch, replay.waiting]).toEqual([1, true]);
  expect(statusSentence(replay)).toBe(text.replay.status.waiting);
  replay.seek(2);
  expect([replay.epoch, replay.asked]).toEqual([1, 2]);
  arrive({ record, events });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([replay.view, replay.finished, replay.waiting]).toEqual([viewRun(events), true, false]);
  expect(readWhole).toHaveBeenCalledTimes(2);
});

it('plays until it is paused, then goes on from there', async () => {
  replay.speed = 2;
  const playing = replay.run();
  await vi.advanceTimersByTimeAsync(1600);
  expect(replay.view).toEqual(viewRun(events.slice(0, 4)));
  expect(replay.canStep).toBe(false);
  replay.pause();
  await vi.advanceTimersByTimeAsync(5000);
  await playing;
  expect(replay.view).toEqual(viewRun(events.slice(0, 4)));
  void replay.run();
  replay.pause();
  void replay.run();
  await vi.advanceTimersByTimeAsync(600);
  expect(replay.view).toEqual(viewRun(events.slice(0, 5)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replay.finished).toBe(true);
  expect(replay.phase).toBe('idle');
});

it('that is moved to its end while it plays ends there', async () => {
  const playing = replay.run();
  replay.seek(2);
  await vi.advanceTimersByTimeAsync(1000);
  await playing;
  expect([replay.finished, replay.phase]).toEqual([true, 'idle']);
  expect(replay.view).toEqual(viewRun(events));
});

it('that has ended plays from the beginning', async () => {
  replay = recorded('end');
  expect(replay.finished).toBe(true);
  void replay.run();
  expect(replay.epoch).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(replay.finished).toBe(true);
});
