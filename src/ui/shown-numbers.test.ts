/**
 * @file Every number of the run page comes from the event log: all that the page shows of epochs picked at random, of the
 * recorded run and of a small run with a change of settings, are computed again from the events in plain arithmetic. A
 * number that nothing is known of fails too.
 */
import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoredRun } from '../../workers/coordinator/contract.ts';
import { tableSettings } from '../genenv/testing/record-run.ts';
import { STAGES } from '../genenv/epoch-stages.ts';
import { readRun } from '../runs/files/read-run.ts';
import { countedRecord, newRunRecord } from '../store/run-store.ts';
import { RandomStream } from '../random/random-stream.ts';
import { text } from '../text/text.ts';
import App from './App.svelte';
import Answers from './pages/run/answers/Answers.svelte';
import ChartValues from './pages/run/charts/ChartValues.svelte';
import { runCharts } from './pages/run/charts/run-charts.ts';
import TasksPanel from './pages/run/loop/TasksPanel.svelte';
import Updates from './pages/run/loop/Updates.svelte';
import { PageState } from './state/page-state.svelte.ts';
import { epochNumbers } from './testing/log-numbers.ts';
import { curves, story } from './testing/number-sources/curves-and-story.ts';
import { picture } from './testing/number-sources/picture.ts';
import { isOf, type Scene, type Source } from './testing/number-sources/source.ts';
import { tasks } from './testing/number-sources/tasks.ts';
import { updates } from './testing/number-sources/updates.ts';
import { answers, values } from './testing/number-sources/values.ts';
import { isRoundingOf, type Shown, shownNumbers } from './testing/read-numbers.ts';
import { tableCoordinator } from './testing/table-coordinator.ts';

/** Where to look, and what is known of the numbers there. */
interface Panel {
  html: string;
  sources: readonly Source[];
}

/** Fewer numbers than these show nothing. */
const FEWEST = 50;

/** No measurement: what models read and wrote, scales, choices, and sentences that are the same in every epoch. */
const NO_MEASUREMENT =
  '.mono, .context, option, figure svg text, [data-testid=filter-plot] text, .ramp, .histogram .axis span, header a';
const FIXED_SENTENCES: readonly string[] = [text.updates.lossNote];

/** @param stages of the epoch that have happened; undefined: all, and the tables of the curves are shown too */
async function show(
  run: StoredRun,
  epoch: number,
  random: RandomStream,
  stages?: number,
): Promise<{ scene: Scene; panels: Panel[] }> {
  const readEpoch = async (one: number) => run.events.filter((event) => 'epoch' in event && event.epoch === one);
  const start = async () => ({ ...run, beats: [] });
  const example = { start, load: async () => run, readEpoch, playsByItself: false };
  const page = new PageState(await tableCoordinator(), undefined, example);
  await page.showRecorded(stages === undefined ? epoch : epoch - 1);
  for (let stage = 0; stage < (stages ?? 0); stage++) await page.replay!.stepStage();
  expect(page.problem).toBeUndefined();
  const { view, metrics } = page.shown;
  const one = view.epochs.at(-1)!;
  const last = STAGES[(stages ?? STAGES.length) - 1];
  const seen = run.events.slice(0, run.events.findIndex((event) => event.type === last && event.epoch === epoch) + 1);
  const attempted = one['tasks-written']!.texts.filter(({ used }) => used);
  const chosen = random.choice(attempted).index;
  const numbers = epochNumbers(run.events, epoch, seen);
  const scene = { log: run.events, epoch, last: run.record.epochs, numbers, chosen };
  const charts = runCharts([{ name: run.record.name, metrics }], 'epoch');
  const tables = random
    .sample(charts, 4)
    .map(({ id, ...chart }) => `<div data-chart="${id}">${render(ChartValues, { props: chart }).body}</div>`)
    .join('');
  const props = { epoch: one, chosen: { epoch, index: chosen }, onchoose: () => {} };
  const panels = [
    { html: render(App, { props: { page } }).body, sources: [...picture, ...curves, ...story] },
    { html: render(TasksPanel, { props }).body, sources: tasks },
    { html: render(Updates, { props: { epoch: one } }).body, sources: updates },
  ];
  if (stages !== undefined) return { scene, panels };
  panels.push({ html: tables, sources: values }, { html: render(Answers, { props: { view } }).body, sources: answers });
  return { scene, panels };
}

/** A number shown, with the one place in the log that it is from. */
interface Found {
  source: Source;
  shown: Shown;
  scene: Scene;
}

function numbersOf(scene: Scene, { html, sources }: Panel): Found[] {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  const shown = shownNumbers(document.body as never).filter(
    ({ element }) => !element.matches(NO_MEASUREMENT) && !FIXED_SENTENCES.includes(element.textContent.trim()),
  );
  return shown.map((one) => {
    const from = sources.filter((source) => isOf(source, one));
    const { element, place, text: sentence } = one;
    if (from.length !== 1)
      throw new Error(`${from.length} sources of “${sentence}”, ${place} of ${element.outerHTML.slice(0, 200)}`);
    return { source: from[0], shown: one, scene };
  });
}

/** With every event whole, as the numbers are computed from the log. */
async function wholeRun(name: string, bytes: Uint8Array): Promise<StoredRun> {
  const { settings, events } = await readRun(new Uint8Array(bytes), name, { damaged: 'refuse' });
  return { record: countedRecord(newRunRecord({ id: name, name, settings, now: 0 }), events), events };
}

const RUNS = { recorded: 'the recorded run', small: 'a small run' } as const;
const runs = {} as Record<keyof typeof RUNS, StoredRun>;

beforeAll(async () => {
  vi.stubGlobal('navigator', { gpu: {} });
  const coordinator = await tableCoordinator();
  runs.recorded = await wholeRun('public/example-run.zip', readFileSync('public/example-run.zip'));

  const page = new PageState(coordinator);
  await page.start();
  await page.openWith(tableSettings({ epochs: 4, groupSize: 8 }));
  await page.live.stepEpoch();
  await page.live.stepEpoch();
  await page.change({ alpha: 0.3, kMin: 0.2, lambda: 2 });
  await page.live.run();
  const file = await page.exportRun(page.runs[0], false);
  runs.small = await wholeRun(file!.name, await new Blob([file!.content]).bytes());
});

describe.each(Object.entries(RUNS))('of %s', (name) => {
  it('every number shown of three epochs picked at random is computed again from the log', async () => {
    const run = runs[name as keyof typeof RUNS];
    const random = new RandomStream(50, Object.keys(RUNS).indexOf(name));
    const epochs = random.sample(
      Array.from({ length: run.record.epochs }, (_, i) => i + 1),
      3,
    );
    const found = [];
    for (const epoch of epochs) {
      const { scene, panels } = await show(run, epoch, random);
      found.push(...panels.flatMap((panel) => numbersOf(scene, panel)));
    }
    expectRight(found);
  });

  it('after each stage of an epoch every number shown is of that epoch, and empty until its stage is known', async () => {
    const run = runs[name as keyof typeof RUNS];
    const random = new RandomStream(51, Object.keys(RUNS).indexOf(name));
    // In the middle: there are earlier epochs whose numbers must not stand here.
    const epoch = { recorded: 33, small: 3 }[name as keyof typeof RUNS];
    for (let stages = 1; stages <= STAGES.length; stages++) {
      const { scene, panels } = await show(run, epoch, random, stages);
      expectRight(panels.flatMap((panel) => numbersOf(scene, panel)));
    }
  });
});

function expectRight(found: readonly Found[]) {
  expect(found.length).toBeGreaterThan(FEWEST);
  for (const { source, shown, scene } of found) {
    const computed = source.of(scene, shown.element);
    const right =
      shown.numbers.length === computed.length && computed.every((value, at) => isRoundingOf(shown.numbers[at], value));
    expect(right, `epoch ${scene.epoch}: “${shown.text}”, computed: ${computed.join(', ')}`).toBe(true);
  }
}
