/** @file Checks that a run beside others gets the same log as alone, byte for byte, even after pauses and failures. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '../../../genenv/log/events.ts';
import { runMetrics } from '../../../analysis/metrics.ts';
import { tableSettings } from '../../../genenv/testing/record-run.ts';
import type { Settings } from '../../../genenv/settings/settings.ts';
import type { CoordinatorHost } from '../../../../workers/run/coordinator.ts';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { tableCoordinator } from '../../testing/table-coordinator.ts';
import { type RunThread, SideBySide } from './side-by-side.svelte.ts';

const settings = tableSettings({ epochs: 3, tasksPerEpoch: 4 });
const ARMS = ['genenv', 'random', 'static'] as const;

let coordinator: CoordinatorHost;
beforeAll(loadErrorSentences);
beforeEach(async () => {
  coordinator = await tableCoordinator();
});

/** Returns the stored log of the first `epochs` epochs. */
async function storedLog({ runs }: CoordinatorHost, id: string, epochs: number): Promise<string> {
  const events: RunEvent[] = [];
  for (let epoch = 1; epoch <= epochs; epoch++) events.push(...(await runs.readEpoch(id, epoch)));
  return JSON.stringify(events);
}

async function alone(own: Settings): Promise<string> {
  const other = await tableCoordinator();
  const { record } = await other.session.open({ settings: own });
  while (await other.run.next());
  return storedLog(other, record.id, own.epochs);
}

async function expectAsAlone(beside: SideBySide) {
  for (const run of beside.runs) {
    const log = await storedLog(coordinator, run.id!, settings.epochs);
    expect(log.length).toBeGreaterThan(1000);
    expect(log).toBe(await alone(run.settings));
    expect(run.metrics).toEqual(runMetrics(JSON.parse(log) as RunEvent[]));
  }
}

it('steps all runs by one epoch in turn, and each run has the log of a run made alone', async () => {
  const beside = new SideBySide(coordinator);
  beside.begin(settings, 'arm', ARMS);
  await beside.stepEpoch();
  expect(beside.problem).toBeUndefined();
  expect(beside.runs.map(({ epochs }) => epochs)).toEqual([1, 1, 1]);
  await beside.run();
  expect(beside.finished).toBe(true);
  await expectAsAlone(beside);
  expect((await coordinator.runs.list()).map(({ epochs }) => epochs)).toEqual([3, 3, 3]);
}, 60_000);

it('keeps every byte of the logs after a pause within an epoch and after a failure', async () => {
  const real = coordinator;
  let stages = 0;
  const thread: RunThread = {
    ...real,
    run: {
      changeSettings: (changes) => real.run.changeSettings(changes),
      next: async () => {
        stages += 1;
        if (stages === 4) beside.pause();
        if (stages === 15) throw new Error('The GPU is gone.');
        return real.run.next();
      },
    },
  };
  const beside = new SideBySide(thread);
  beside.begin(settings, 'kMin', [0.1, 0.4]);
  await beside.run();
  expect([beside.running, beside.runs[0].isMidEpoch, stages]).toEqual([false, true, 4]);
  await beside.run();
  expect(beside.problem).toBeDefined();
  expect(stages).toBe(15);
  await beside.run();
  expect([beside.problem, beside.finished]).toEqual([undefined, true]);
  await expectAsAlone(beside);
}, 60_000);

it('branches from a stored run, and each branch has the log of a branch made by hand', async () => {
  const parent = await coordinator.session.open({ settings: { ...settings, alpha: 0.5 } });
  const runId = parent.record.id;
  for (let epochs = 0; epochs < 2;) if ((await coordinator.run.next())?.type === 'epoch-ended') epochs += 1;
  const beside = new SideBySide(coordinator);
  beside.begin({ ...settings, alpha: 0.5 }, 'alpha', [0.5, 0.2], { runId, epoch: 2, title: String });
  await beside.stepEpoch();
  expect([beside.problem?.cause, beside.runs.map(({ epochs }) => epochs)]).toEqual([undefined, [3, 3]]);
  const { view } = beside.runs[1];
  expect(view.epochs.map(({ changes }) => changes.map(({ changes: one }) => one))).toEqual([[], [], [{ alpha: 0.2 }]]);

  const { record } = await coordinator.session.branch({ runId, epoch: 2 }, 'by hand');
  await coordinator.run.changeSettings({ alpha: 0.2 });
  while (await coordinator.run.next());
  expect(await storedLog(coordinator, beside.runs[1].id!, 3)).toBe(await storedLog(coordinator, record.id, 3));
  expect(beside.runs[1].metrics).toEqual(runMetrics((await coordinator.runs.read(record.id)).events));
}, 60_000);
