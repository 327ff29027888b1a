/** @file A long run is read in parts, and is then what it is when it is read at once. */
import { beforeAll, expect, it } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { viewRun } from '../../analysis/run-view.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { outlineEvent } from '../../genenv/log/outline-event.ts';
import { recordRun, tableSettings } from '../../genenv/testing/record-run.ts';
import { longLog } from '../../runs/testing/long-log.ts';
import { countedRecord, newRunRecord } from '../../store/run-store.ts';
import { text } from '../../text/text.ts';
import type { RunsService } from '../../../workers/coordinator/contract.ts';
import { statusSentence } from '../pages/run/status-sentence.ts';
import { ChosenSettings } from './chosen-settings.svelte.ts';
import { LiveRun } from './live-run.svelte.ts';
import { readEvents, readNewest, readRun } from './read-run.ts';

const EPOCHS = 30;
const PART = 3;
let events: RunEvent[];
let runs: Pick<RunsService, 'read' | 'readNewest'>;
/** The questions to the coordinator. */
let asked: (number | undefined)[];

beforeAll(async () => {
  const epochs = [...longLog(await recordRun(tableSettings({ epochs: 3 })), EPOCHS)];
  const outlines = epochs.map((own, i) => (i + 1 < EPOCHS ? own.map(outlineEvent) : own));
  events = outlines.flat();
  const record = countedRecord(newRunRecord({ id: 'long', name: 'long', settings: tableSettings(), now: 0 }), events);
  runs = {
    async read(_, after = 0) {
      asked.push(after);
      const next = after + PART < EPOCHS ? after + PART : null;
      return { record, events: outlines.slice(after, after + PART).flat(), next };
    },
    readNewest: async () => ({ record, events: [events[0], ...outlines[EPOCHS - 1]] }),
  };
});

const liveRun = () =>
  new LiveRun({ run: { next: async () => null }, session: { telemetry: async () => null } }, {
    settings: new ChosenSettings(tableSettings()),
    afterEpoch: () => {},
    readEpoch: async () => [],
  } as never);

it('is what it is when it is read at once', async () => {
  asked = [];
  const read = await readRun(runs, 'long');
  expect(asked).toEqual(Array.from({ length: EPOCHS / PART }, (_, part) => part * PART));
  expect(read.events).toEqual(events);
  expect(read.view).toEqual(viewRun(events));
  expect(read.curves.metrics()).toEqual(runMetrics(events));
  expect(await readEvents(runs, 'long')).toEqual({ record: read.record, events });
});

it('is drawn while it is read: its newest epoch, and then its curves as far as they are known', async () => {
  asked = [];
  const live = liveRun();
  live.showNewest(await readNewest(runs, 'long'));
  expect([live.epoch, live.lastEpoch, live.metrics.epochs.length]).toEqual([EPOCHS, EPOCHS, 0]);
  expect(live.view.epochs.at(-1)).toEqual(viewRun(events).epochs.at(-1));
  expect(statusSentence(live)).toBe(text.status.readingEpochs('0', String(EPOCHS)));
  // There is nothing to go back to yet.
  live.seek(3);
  expect([live.asked, live.epoch]).toEqual([EPOCHS, EPOCHS]);

  const drawn: number[] = [];
  const whole = await readRun(runs, 'long', (curves) => {
    live.grow('another', curves);
    expect(live.metrics.epochs.length).toBe(drawn.at(-1) ?? 0);
    live.grow('long', curves);
    expect(live.metrics.epochs).toEqual(runMetrics(events).epochs.slice(0, live.metrics.epochs.length));
    drawn.push(live.readSoFar!.epochs);
  });
  expect(drawn).toEqual([12, 24]);
  live.show(whole);
  expect(live.readSoFar).toBeUndefined();
  expect(live.metrics).toEqual(runMetrics(events));
  live.grow('long', whole.curves);
  expect(live.readSoFar).toBeUndefined();
});
