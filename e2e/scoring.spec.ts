/** @file The benchmarks as a person uses them, with a made-up benchmark whose file has the published form. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { jobsText } from '../src/text/later.ts';
import { benchmarkText as words } from '../src/text/work.ts';
import { test } from './page.ts';

const benchmarks = (page: Page) => page.locator('[data-view=benchmarks]');

const QUESTIONS = [
  { id: 0, question: 'Which river runs through the town of the leaning tower?', answers: ['Arno'], bridge: 'Pisa' },
  { id: 1, question: 'In what year was the painter of the night watch born?', answers: ['1606'], bridge: 'Rembrandt' },
  { id: 2, question: 'This one has no answers.' },
];
const PREDICTIONS = [
  '{"id": "0", "output": "<answer>The Arno</answer>"}',
  '{"id": "1", "output": "1607"}',
  'not JSON',
].join('\n');

const inMemory = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});

test('scores a predictions file by a benchmark’s rule', async ({ open }) => {
  const playground = await open();
  const { page } = playground;
  await playground.view('benchmarks');
  const part = benchmarks(page);
  await part.getByLabel(words.target, { exact: true }).selectOption('bamboogle');
  await expect(part.getByRole('button', { name: words.start.score, exact: true })).toBeDisabled();

  await part
    .getByLabel(words.data.files)
    .setInputFiles(inMemory('bamboogle_125_with_bridge.json', JSON.stringify(QUESTIONS)));
  await expect(part.getByTestId('items-read')).toHaveText(words.data.read({ items: 2 }));
  await expect(part.getByTestId('problems')).toContainText('bamboogle_125_with_bridge.json[2]:');

  await part.getByLabel(words.predictions.file).setInputFiles(inMemory('mine.jsonl', PREDICTIONS));
  await part.getByRole('button', { name: words.start.score, exact: true }).click();
  await expect(part.getByTestId('scoring-state')).toHaveText(words.state.finished({ correct: '1', results: '3' }));

  const rows = part.getByRole('row');
  await expect(rows.nth(1)).toContainText(words.table.correct);
  await expect(rows.nth(2)).toContainText('is not “1606”');
  await expect(rows.nth(3)).toContainText('mine.jsonl:3: not JSON');
  await expect(part.getByTestId('aggregate')).toContainText(/em\s*0\.5/);
  await expect(part.getByTestId('aggregate')).toContainText(/rejected\s*1/);

  await part.getByLabel(words.table.show).selectOption('wrong');
  await expect(rows).toHaveCount(3);

  const downloading = page.waitForEvent('download');
  await part.getByRole('button', { name: words.download }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['id', 'id', 'id', 'aggregate']);

  await test.step('a long file can be cancelled; what was scored stays', async () => {
    const long = test.info().outputPath('long.jsonl');
    await writeFile(long, '{"id": "0", "output": "Arno"}\n'.repeat(1_000_000));
    await part.getByLabel(words.predictions.file).setInputFiles(long);
    await part.getByLabel(words.table.show).selectOption('all');
    await part.getByRole('button', { name: words.start.score, exact: true }).click();
    await expect(rows.nth(50)).toBeVisible();
    await part.getByRole('button', { name: jobsText.cancel }).click();
    await expect(part.getByTestId('scoring-state')).toContainText(/^Cancelled/);
    await expect(part.getByTestId('aggregate')).toBeHidden();
    await part.getByRole('button', { name: words.table.next }).click();
    await expect(rows.nth(1)).toContainText('51');
  });
});

const PYTHON = /\/python\//;

/** Chooses an item of BFCL for which any call is right, and outputs for it; starts. */
async function scorePython(page: Page, outputs: readonly string[]): Promise<Locator> {
  const part = benchmarks(page);
  await part.getByLabel(words.target, { exact: true }).selectOption('bfcl');
  const item = { id: 'r', question: [[{ role: 'user', content: 'Call f.' }]], function: [] };
  await part.getByLabel(words.data.files).setInputFiles(inMemory('BFCL_v4_live_relevance.json', JSON.stringify(item)));
  await expect(part.getByTestId('items-read')).toHaveText(words.data.read({ items: 1 }));
  const lines = outputs.map((output) => JSON.stringify({ id: 'r', output })).join('\n');
  await part.getByLabel(words.predictions.file).setInputFiles(inMemory('mine.jsonl', lines));
  await part.getByRole('button', { name: words.start.score, exact: true }).click();
  return part;
}

test('CPython reads outputs that are Python once its files are there; nothing of it is fetched before', async ({
  open,
}) => {
  const { page } = await open({ address: '/#benchmarks' });
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  await expect(benchmarks(page)).toBeVisible();
  expect(asked.filter((url) => PYTHON.test(url))).toEqual([]);
  const outputs = [
    "[f(a='x'.upper() + '')]",
    "[f(a=f'{x}')]",
    '[f(a=9 ** 9 ** 9)]',
    "[f(a=__import__('js').fetch('/') + 1)]",
    '[f(a=[i * i for i in (1, 2)] + [])]',
  ];
  await page.context().route(PYTHON, (route) => route.abort());
  const part = await scorePython(page, outputs);
  await expect(part).toContainText('Python could not be loaded');
  await page.context().unroute(PYTHON);
  await part.getByRole('button', { name: words.start.score, exact: true }).click();
  await expect(part.getByTestId('scoring-state')).toHaveText(words.state.finished({ correct: '2', results: '5' }), {
    timeout: 60_000,
  });
  expect(asked.filter((url) => PYTHON.test(url))).not.toEqual([]);
  const rows = part.getByRole('row');
  for (const [row, text] of [
    [1, words.table.correct],
    [2, 'Unsupported AST type'],
    [3, 'Not evaluated: the result would be too large'],
    [4, 'Not evaluated: the output calls `__import__`'],
    [5, words.table.correct],
  ] as const)
    await expect(rows.nth(row)).toContainText(text);
  await expect(part.getByTestId('aggregate')).toContainText(new RegExp(`${words.counts.not_evaluated}\\s*2`));
});

test('runs a model of the page on a task family, on the GPU', async ({ open }) => {
  const { page } = await open({ address: '/#benchmarks' });
  const part = benchmarks(page);
  await part.getByLabel(words.modes.evaluate).check();
  await part.getByLabel(words.target, { exact: true }).selectOption('household');
  await part.getByLabel(words.decoding.samples).fill('1');
  await part.getByLabel(words.decoding.tasks).fill('1');
  await part.getByRole('button', { name: words.start.evaluate }).click();
  await expect(part.getByTestId('scoring-state')).toContainText(/^Finished/);
  await expect(part.getByTestId('aggregate')).toContainText('success_level_1');
  await expect(part).toContainText('"temperature":1');
});
