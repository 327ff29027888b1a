import { render } from 'svelte/server';
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { nodePython } from '../../../benchmarks/node.ts';
import { benchmarks } from '../../../benchmarks/registry.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { scoringJobs } from '../../../../workers/jobs/scoring.ts';
import { runText } from '../../../text/run.ts';
import { benchmarkText as words } from '../../../text/work.ts';
import { jobsHere } from '../../testing/jobs-here.ts';
import { BenchmarksPage, ROWS_PER_PAGE } from './benchmarks-page.svelte.ts';
import BenchmarksPanel from './BenchmarksPanel.svelte';
import ResultsTable from './ResultsTable.svelte';

const QUESTIONS: PickedFile = {
  path: 'bamboogle_125_with_bridge.json',
  file: new Blob([JSON.stringify([{ id: 0, question: 'Which river?', answers: ['Rhine'] }, { id: 1 }])]),
};
const predictions = (outputs: string[]): PickedFile => ({
  path: 'mine.jsonl',
  file: new Blob(outputs.map((output) => `${JSON.stringify({ id: '0', output })}\n`)),
});

let page: BenchmarksPage;
const html = () => render(BenchmarksPanel, { props: { page } }).body.replaceAll(/<!--.*?-->/g, '');
const expectShown = (...sentences: string[]) => {
  const shown = html();
  for (const sentence of sentences) expect(shown.includes(sentence), sentence).toBe(true);
};

beforeAll(loadErrorSentences);

beforeEach(async () => {
  page = new BenchmarksPage(
    jobsHere(
      scoringJobs({
        benchmarks: benchmarks(nodePython),
        openDevice: () => Promise.reject(new Error('This test has no GPU.')),
        modelFolder: (name) => ({ name, size: async () => undefined, read: async () => undefined }),
        openFrozen: () => Promise.reject(new Error('This test has no ONNX Runtime.')),
      }),
    ),
  );
  await page.begin();
  page.chooseTarget('bamboogle');
});

it('says which files a benchmark reads, and waits for them', () => {
  expect(page.canStart).toBe(false);
  expectShown(words.modes.score, QUESTIONS.path, words.rule({ rule: words.ruleNames[page.benchmark!.rule] }));
});

it('reads the files, lists their problems, scores, shows verdicts and figures', async () => {
  await page.takeData([QUESTIONS]);
  expectShown(words.data.read({ items: 1 }), words.problems({ problems: '1' }), '[1]:', words.data.found);
  page.takePredictions([predictions(['Rhine', 'Danube'])]);
  expect(page.canStart).toBe(true);
  await page.run();
  expect(page.ended).toMatchObject({ results: 2, correct: 1 });
  expectShown(
    words.state.finished({ correct: '1', results: '2' }),
    'subem',
    '0.5',
    words.table.range({ first: '1', last: '2', total: '2' }),
  );
  await page.show(0, 'wrong');
  expect(page.shown.rows.map(({ place }) => place)).toEqual([2]);
  expect(await (await page.results())?.text()).toMatch(/^\{"id":"0","correct":true/);
});

it('shows what was written of an answer that was cut off, and that it was', () => {
  const reason = { code: 'answer-differs', answer: '', expected: ['Rhine'] } as const;
  const row = { id: '0', correct: false, reason, subscores: {}, output: 'The Rh' };
  const rows = (['length', 'stop'] as const).map((finish, i) => ({ place: i + 1, row: { ...row, finish } }));
  const { body } = render(ResultsTable, { props: { rows } });
  expect(body.split(runText.loop.finishLength)).toHaveLength(2);
  expect(body.split('The Rh')).toHaveLength(3);
});

it('shows many results a page at a time', async () => {
  await page.takeData([QUESTIONS]);
  page.takePredictions([predictions(Array.from({ length: ROWS_PER_PAGE + 20 }, () => 'Rhine'))]);
  await page.run();
  expect(page.shown).toMatchObject({ total: ROWS_PER_PAGE + 20 });
  await page.show(ROWS_PER_PAGE);
  expect(page.shown.rows).toHaveLength(20);
  expect(page.shown.rows[0].place).toBe(ROWS_PER_PAGE + 1);
});

it('forgets the files of one benchmark when another is chosen', async () => {
  await page.takeData([QUESTIONS]);
  page.chooseTarget('alfworld');
  expect(page.data).toEqual([]);
  expect(page.canStart).toBe(false);
  await page.takeData([QUESTIONS]);
  expect(page.read?.items).toBe(0);
  expectShown('there is nothing to score');
});

it('runs a model on a family without files; a failure is a sentence', async () => {
  page.chooseMode('evaluate');
  page.chooseTarget('household');
  expect([page.temperature, page.samples, page.canStart]).toEqual([1, 8, true]);
  expectShown(words.decoding.tasks, words.model.name);
  await page.run();
  expect(page.busy).toBe(false);
  expect(page.problem?.cause).toBe('This test has no GPU.');
  expectShown('This test has no GPU.');
  page.chooseMode('score');
  expect(page.family).toBeUndefined();
});
