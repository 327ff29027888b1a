import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../common/testing/eventually.ts';
import { CodedError } from '../../common/coded-error.ts';
import { readShareQuery, shareQuery } from '../address/share-url.ts';
import { loadErrorSentences } from '../shared/problems.svelte.ts';
import { lessons } from '../../lessons/lessons.ts';
import { LessonSession } from './lesson-session.svelte.ts';
import { PageStore } from './page-store.svelte.ts';
import { outlineEpoch, viewRun } from '../../analysis/run-view.ts';
import { statusSentence } from '../pages/run/StatusLine.svelte';
import { tableSettings } from '../../genenv/testing/record-run.ts';
import { tableCoordinator } from '../testing/table-coordinator.ts';
import { text } from '../../text/text.ts';

let coordinator: Awaited<ReturnType<typeof tableCoordinator>>;
let page: PageStore;

beforeAll(loadErrorSentences);
afterEach(() => vi.unstubAllGlobals());
beforeEach(async () => {
  vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => ({}) } });
  vi.stubGlobal('location', { search: '' });
  coordinator = await tableCoordinator();
  page = new PageStore(coordinator);
  await page.start();
  await page.openWith(tableSettings());
});

const reload = async (...link: [ReturnType<typeof readShareQuery>?]) => {
  await coordinator.session.close();
  page = new PageStore(coordinator, ...link);
  await page.start();
};

it('takes a live change at the next stage and writes it into the log', async () => {
  await page.live.stepStage();
  expect(statusSentence(page.live)).toBe(text.status.paused({ epoch: '1', next: text.stages['rolled-out'].name }));
  await page.change({ alpha: 0.9, kMin: 0.05 });
  expect(page.chosen.pending).toEqual({ alpha: 0.9, kMin: 0.05 });
  expect(page.live.view.epochs[0].changes).toHaveLength(1);
  await page.live.stepStage();
  expect(page.chosen.pending).toEqual({});
  await page.live.stepEpoch();
  expect(page.live.view.epochs[0].settings.alpha).toBe(0.9);
  const { filtered } = page.live.view.epochs[0];
  expect(filtered!.tasks[0].reason).toMatchObject({ kMin: 0.05 });
});

it('keeps showing the epoch if a setting changes between two epochs', async () => {
  await page.live.stepEpoch();
  const before = page.live.epoch;
  await page.change({ alpha: 0.9 });
  expect(page.live.view.epochs.at(-1)!.epoch).toBe(before + 1);
  expect(page.live.epoch).toBe(before);
});

it('holds outlines of past epochs after a reload, and reads the epoch shown or says why it cannot', async () => {
  await page.live.run();
  const { view, metrics } = page.live;
  await reload();
  expect(page.live.metrics).toEqual(metrics);
  expect(page.live.view.epochs).toEqual([outlineEpoch(view.epochs[0]), view.epochs[1]]);
  vi.spyOn(coordinator.runs, 'readEpoch').mockRejectedValueOnce(new Error('The disk is gone.'));
  await page.shown.seek(1);
  expect(page.problem?.cause).toBe('The disk is gone.');
  expect(page.live.epoch).toBe(2);
  await page.shown.seek(1);
  expect(page.live.epoch).toBe(1);
  expect(page.live.view).toEqual(view);
});

it('keeps a change of the seed for the next run', async () => {
  const before = page.runId;
  await page.live.stepEpoch();
  await page.change({ seed: 9 });
  expect(page.settings.seed).toBe(9);
  expect(page.live.view.settings?.seed).toBe(tableSettings().seed);
  await page.reset();
  expect(page.runId).not.toBe(before);
  expect(page.settings.seed).toBe(9);
  expect(page.runs.map(({ id }) => id)).toContain(before);
});

it('opens a link with the run that has its settings, or with a new run if there is none', async () => {
  const asked = { ...tableSettings(), alpha: 0.4, seed: 5 };
  const query = shareQuery({ settings: asked, hidden: ['kMin', 'preset'] });
  const reopen = () => reload(readShareQuery(query));
  await reopen();
  expect(page.shared).toEqual({ settings: asked, hidden: ['kMin', 'preset'] });
  const { runId } = page;
  await page.live.stepEpoch();
  await reopen();
  expect(page.runId).toBe(runId);
  expect(page.live.view.epochs).toHaveLength(1);

  await page.change({ alpha: 0.7 });
  await page.live.stepEpoch();
  await reopen();
  expect(page.runId).not.toBe(runId);
  expect(page.settings).toEqual(asked);
});

it('says why a change is refused, and shows the old value', async () => {
  await page.change({ alpha: 7 });
  expect(page.problem?.cause).toContain('must be a number from 0 to 1');
  expect(page.settings.alpha).toBe(tableSettings().alpha);
});

it('compares a branch with its parent run', async () => {
  await page.live.stepEpoch();
  const parent = page.runId;
  await page.branch(1);
  expect(page.runId).not.toBe(parent);
  expect(page.comparison.run?.record.id).toBe(parent);
  expect(page.comparison.logs?.difference).toBeUndefined();
});

it('replays a run that another tab has open, with a notice', async () => {
  await page.live.stepEpoch();
  vi.spyOn(coordinator.session, 'open').mockRejectedValueOnce(new CodedError('run-open-elsewhere'));
  await page.openRun(page.runId!);
  expect(page.problem).toBeUndefined();
  expect(page.notices).toEqual([expect.stringContaining('open in another tab')]);
  expect(page.replay?.epoch).toBe(1);
  await page.openRun(page.runId!);
  expect(page.notices).toEqual([]);
});

it('keeps changes of an unfinished epoch after a reload, and shows the settings in force', async () => {
  await page.live.stepEpoch();
  for (let stage = 0; stage < 4; stage += 1) await page.live.stepStage();
  await page.change({ alpha: 0.7 });
  await page.live.stepStage();
  await page.change({ alpha: 0.8, kMin: 0.05 });
  await reload();
  expect(page.settings).toMatchObject({ alpha: 0.8, kMin: 0.05 });
  expect(page.chosen.pending).toEqual({ alpha: 0.8, kMin: 0.05 });
  await page.change({ kMin: 0.3 });
  await page.live.stepEpoch();
  expect(page.settings).toMatchObject({ alpha: 0.8, kMin: 0.3 });
  expect(page.settings).toEqual(page.live.view.settings);
  expect(page.chosen.pending).toEqual({});
  expect(page.settings).toEqual((await coordinator.session.open({ runId: page.runId! })).settings);
});

it('continues after a reload if epochs were added to a finished run', async () => {
  await page.live.run();
  await page.change({ epochs: 3 });
  await reload();
  expect(page.settings.epochs).toBe(3);
  await page.live.run();
  expect(page.live.lastEpoch).toBe(3);
});

it.each([
  ['no WebGPU', {}, text.problems.noWebGpu],
  ['no adapter', { gpu: { requestAdapter: async () => null } }, text.problems.noAdapter],
])('shows stored runs if there is %s, and says what to do', async (_, navigator, { cause, remedy }) => {
  await page.live.run();
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('isSecureContext', true);
  await reload();
  expect(page.missing?.cause).toBe(cause);
  expect(page.live.canStep).toBe(false);
  expect(page.live.view.epochs).toHaveLength(2);
  expect(page.missing?.remedy).toBe(remedy);
});

/** Creates the page of a browser without runs. The page's example is a run of one epoch. */
const openWithExample = async () => {
  await page.live.stepEpoch();
  const example = await coordinator.runs.read(page.runId!);
  const recorded = coordinator;
  coordinator = await tableCoordinator();
  page = new PageStore(coordinator, undefined, {
    start: async () => ({ ...example, story: { beats: [], followed: null }, moments: { 'why-half': 1, none: null } }),
    load: async () => example,
    readEpoch: (epoch) => recorded.runs.readEpoch(example.record.id, epoch),
    playsByItself: false,
  });
  return example;
};

it('shows the example at once if there is no run, with answered tasks', async () => {
  const example = await openWithExample();
  let answer = () => {};
  vi.spyOn(coordinator.runs, 'tidy').mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const started = page.start();
  await eventually(() => expect(page.replay?.source.origin).toBe('example'));
  answer();
  await started;
  expect(page.live.phase).toBe('idle');
  expect(page.shown).toBe(page.replay);
  expect(page.shown.view).toEqual(viewRun(example.events));
  expect(page.shown.view.epochs[0].scored).toBeDefined();
});

it('shows the example in front of a stored run, and returns to the run', async () => {
  await openWithExample();
  await page.start();
  await page.live.stepEpoch();
  await page.replayRun(page.runId!);
  const { replay } = page;
  await page.showRecorded();
  await page.showRecorded();
  expect([page.replay?.source.origin, page.canGoBack]).toEqual(['example', true]);
  await page.leaveRecorded();
  expect(page.replay).toBe(replay);
});

it('shows no recording for a lesson that was left while it opened', async () => {
  await openWithExample();
  await page.start();
  await page.live.stepEpoch();
  const lesson = new LessonSession(page, lessons[0]);
  page.lesson = lesson;
  const opening = page.showRecorded(lesson.lesson.name);
  lesson.end();
  await opening;
  expect(page.replay).toBeUndefined();
});

it('shows the epoch of a lesson, and says so if the example has none', async () => {
  await openWithExample();
  await page.start();
  await page.showRecorded('why-half');
  expect([page.shown.epoch, page.notices]).toEqual([1, []]);
  await page.showRecorded('none');
  expect([page.shown.epoch, page.notices]).toEqual([1, [text.replay.noMoment]]);
});

it('works without the example if it cannot be loaded', async () => {
  coordinator = await tableCoordinator();
  const fails = () => Promise.reject(new Error('HTTP 404.'));
  const example = { start: fails, load: fails, readEpoch: async () => [], playsByItself: true };
  page = new PageStore(coordinator, undefined, example);
  await page.start();
  expect(page.replay).toBeUndefined();
  expect(page.live.canStep).toBe(true);
  expect(page.problem).toBeUndefined();
});

it('starts a run with the settings of an imported one', async () => {
  await page.live.run();
  const file = await page.exportRun(page.runs[0], false);
  expect(await page.importFiles([{ path: file!.name, file: file!.content }], file!.name)).toBe(true);
  expect([page.problem, page.replay?.source.origin]).toEqual([undefined, 'stored']);
  await page.change({ alpha: 0.4 });
  await page.reset();
  expect([page.replay, page.live.phase]).toEqual([undefined, 'idle']);
  expect(page.settings).toEqual({ ...tableSettings(), alpha: 0.4 });
});

it('deletes the open run, and opens it again when that is undone', async () => {
  await page.live.stepEpoch();
  const [run] = page.runs;
  await page.removeRun(run);
  expect(page.runs.map(({ id }) => id)).not.toContain(run.id);
  expect(page.runId).not.toBe(run.id);
  expect(page.library.discarded?.id).toBe(run.id);
  await page.restoreRun();
  expect(page.runs.map(({ id }) => id)).toContain(run.id);
  expect(page.runId).toBe(run.id);
  expect(page.live.view.epochs).toHaveLength(1);

  await page.removeRun(run);
  await page.forgetRun();
  await expect(coordinator.runs.read(run.id)).rejects.toThrow('store-missing');
});
