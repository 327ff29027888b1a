/** @file Numbers of epoch 33 of the recorded run, by plain arithmetic over its log: the page shows these alone. */
import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { render } from 'svelte/server';
import { beforeAll, expect, it, vi } from 'vitest';
import type { StoredRun } from '../../workers/coordinator/contract.ts';
import { tasksOf } from '../analysis/run-view.ts';
import { readRun } from '../runs/files/read-run.ts';
import { countedRecord, newRunRecord } from '../store/run-store.ts';
import Embedded from './frame/Embedded.svelte';
import TasksPanel from './pages/run/loop/TasksPanel.svelte';
import Updates from './pages/run/loop/Updates.svelte';
import { PageState } from './state/page-state.svelte.ts';
import { tableCoordinator } from './testing/table-coordinator.ts';

const EPOCH = 33;
let run: StoredRun;

beforeAll(async () => {
  vi.stubGlobal('navigator', { gpu: {} });
  vi.stubGlobal('location', { search: '' });
  const bytes = new Uint8Array(readFileSync('public/example-run.zip'));
  const { settings, events } = await readRun(bytes, 'example', { damaged: 'refuse' });
  const record = newRunRecord({ id: 'example', name: 'example', settings, now: 0 });
  run = { record: countedRecord(record, events), events };
});

async function pageAt(epoch: number): Promise<PageState> {
  const example = {
    start: async () => ({ ...run, story: { beats: [], followed: null } }),
    load: async () => run,
    readEpoch: async (one: number) => run.events.filter((event) => 'epoch' in event && event.epoch === one),
    playsByItself: false,
  };
  const page = new PageState(await tableCoordinator(), undefined, example);
  await page.showRecorded(epoch);
  return page;
}

const words = ({ body }: { body: string }): string =>
  parseHTML(`<html><body>${body}</body></html>`).document.body.textContent.replace(/\s+/g, ' ');

it('the picture, the curves and the sentence show the numbers of the epoch', async () => {
  const shown = words(render(Embedded, { props: { page: await pageAt(EPOCH) } }));
  for (const number of [
    'usable texts 23 of 24',
    'KL to start 1.41 of 6 nats',
    'mean R_env 0.405',
    'mean level 1.69',
    'right answers 18 of 128',
    'entropy 0.519 nats',
    'D_env+7 86 tasks',
    'D_train+124 3,849 traces',
    'p̂ 0.141',
    'held-out 2% (epoch 30)training 14%',
    '16 tasks: 8 never solved, 8 solved sometimes. GRPO: 8 mixed groups taught the agent, in 2 steps.',
    'the environment took 2 steps on 19 tasks that passed the filter, 7 of them new',
  ])
    expect(shown).toContain(number);
});

it('the panels show the numbers of a task and of the updates', async () => {
  const epoch = (await pageAt(EPOCH)).shown.view.epochs.at(-1)!;
  const tasks = words(render(TasksPanel, { props: { epoch, task: tasksOf(epoch)[0], onchoose: () => {} } }));
  for (const number of ['23 of 24 valid', '0 of 8 solved', '|p̂ − α| = 0.500 > k_min = 0.26', 'R_env 0.135'])
    expect(tasks).toContain(number);
  const updates = words(render(Updates, { props: { epoch } }));
  for (const number of ['8 mixed8 none solved', '1−0.03750.220.02640.51410%', '19 pairs; 1.41 nats per sequence'])
    expect(updates).toContain(number);
});

it('a stage that was not played yet shows no number, not that of the epoch before', async () => {
  const page = await pageAt(EPOCH - 1);
  await page.replay!.stepStage();
  const shown = words(render(Embedded, { props: { page } }));
  expect(shown).toContain('usable texts 23 of 24');
  for (const later of ['right answers 18', 'mixed groups', 'D_env+']) expect(shown).not.toContain(later);
});
