/**
 * @file The benchmarks panel as a person uses it: choose files, score, look, download. The benchmark is made up here; its
 * file has the published form.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { text } from '../src/text/text.ts';
import { benchmarkText as words } from '../src/text/work.ts';
import { test } from './page.ts';

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
  const { page } = await open();
  await page.getByRole('link', { name: text.benchmarks.title }).click();
  const dialog = page.getByRole('dialog', { name: text.benchmarks.title });
  await dialog.getByLabel(words.target, { exact: true }).selectOption('bamboogle');
  await expect(dialog.getByRole('button', { name: words.start.score, exact: true })).toBeDisabled();

  await dialog
    .getByLabel(words.data.files)
    .setInputFiles(inMemory('bamboogle_125_with_bridge.json', JSON.stringify(QUESTIONS)));
  await expect(dialog.getByTestId('items-read')).toHaveText(words.data.read('2'));
  await expect(dialog.getByTestId('problems')).toContainText('bamboogle_125_with_bridge.json[2]:');

  await dialog.getByLabel(words.predictions.file).setInputFiles(inMemory('mine.jsonl', PREDICTIONS));
  await dialog.getByRole('button', { name: words.start.score, exact: true }).click();
  await expect(dialog.getByTestId('scoring-state')).toHaveText(words.state.finished('1', '3'));

  const rows = dialog.getByRole('row');
  await expect(rows.nth(1)).toContainText(words.table.correct);
  await expect(rows.nth(2)).toContainText('is not "1606"');
  await expect(rows.nth(3)).toContainText('mine.jsonl:3: not JSON');
  await expect(dialog.getByTestId('aggregate')).toContainText(/em\s*0\.5/);
  await expect(dialog.getByTestId('aggregate')).toContainText(/rejected\s*1/);

  await dialog.getByLabel(words.table.show).selectOption('wrong');
  await expect(rows).toHaveCount(3);

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: words.download }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['id', 'id', 'id', 'aggregate']);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(({ hash }) => hash === '');
});

test('a long file can be cancelled; what was scored stays', async ({ open }) => {
  const { page } = await open({ address: '/#benchmarks' });
  const dialog = page.getByRole('dialog', { name: text.benchmarks.title });
  await dialog.getByLabel(words.target, { exact: true }).selectOption('bamboogle');
  await dialog
    .getByLabel(words.data.files)
    .setInputFiles(inMemory('bamboogle_125_with_bridge.json', JSON.stringify(QUESTIONS.slice(0, 2))));
  const long = test.info().outputPath('long.jsonl');
  await writeFile(long, '{"id": "0", "output": "Arno"}\n'.repeat(1_000_000));
  await dialog.getByLabel(words.predictions.file).setInputFiles(long);
  await dialog.getByRole('button', { name: words.start.score, exact: true }).click();
  await expect(dialog.getByRole('row').nth(50)).toBeVisible();
  await dialog.getByRole('button', { name: words.cancel }).click();
  await expect(dialog.getByTestId('scoring-state')).toContainText(/^Cancelled/);
  await expect(dialog.getByTestId('aggregate')).toBeHidden();
  await dialog.getByRole('button', { name: words.table.next }).click();
  await expect(dialog.getByRole('row').nth(1)).toContainText('51');
});

const PYTHON = /\/python\//;

/** Chooses an item of BFCL for which any call is right, and outputs for it; starts. */
async function scorePython(page: Page, outputs: readonly string[]): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: text.benchmarks.title });
  await dialog.getByLabel(words.target, { exact: true }).selectOption('bfcl');
  const item = { id: 'r', question: [[{ role: 'user', content: 'Call f.' }]], function: [] };
  await dialog
    .getByLabel(words.data.files)
    .setInputFiles(inMemory('BFCL_v4_live_relevance.json', JSON.stringify(item)));
  await expect(dialog.getByTestId('items-read')).toHaveText(words.data.read('1'));
  const lines = outputs.map((output) => JSON.stringify({ id: 'r', output })).join('\n');
  await dialog.getByLabel(words.predictions.file).setInputFiles(inMemory('mine.jsonl', lines));
  await dialog.getByRole('button', { name: words.start.score, exact: true }).click();
  return dialog;
}

test('CPython reads outputs that are Python; nothing of it is fetched before, and no output blocks it', async ({
  open,
}) => {
  const { page } = await open({ address: '/#benchmarks' });
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(request.url()));
  await expect(page.getByRole('dialog', { name: text.benchmarks.title })).toBeVisible();
  expect(asked.filter((url) => PYTHON.test(url))).toEqual([]);
  const outputs = [
    "[f(a='x'.upper() + '')]",
    "[f(a=f'{x}')]",
    '[f(a=9 ** 9 ** 9)]',
    "[f(a=__import__('js').fetch('/') + 1)]",
    '[f(a=[i for i in range(3)] + [])]',
  ];
  const dialog = await scorePython(page, outputs);
  await expect(dialog.getByTestId('scoring-state')).toHaveText(words.state.finished('2', '5'), { timeout: 60_000 });
  expect(asked.filter((url) => PYTHON.test(url))).not.toEqual([]);
  const rows = dialog.getByRole('row');
  for (const [row, text] of [
    [1, words.table.correct],
    [2, 'Unsupported AST type'],
    [3, 'comes to no end'],
    [4, 'is closed off'],
    [5, words.table.correct],
  ] as const)
    await expect(rows.nth(row)).toContainText(text);
});

test('without the files of Python, a sentence says so, and scoring can be tried again', async ({ open }) => {
  const { page } = await open({ address: '/#benchmarks' });
  await page.context().route(PYTHON, (route) => route.abort());
  const dialog = await scorePython(page, ['[f(a=1)]']);
  await expect(dialog).toContainText('Python could not be loaded');
  await page.context().unroute(PYTHON);
  await dialog.getByRole('button', { name: words.start.score, exact: true }).click();
  await expect(dialog.getByTestId('scoring-state')).toHaveText(words.state.finished('1', '1'), { timeout: 60_000 });
});

test('runs a model of the page on a task family, on the GPU', async ({ open }) => {
  const { page } = await open({ address: '/#benchmarks' });
  const dialog = page.getByRole('dialog', { name: text.benchmarks.title });
  await dialog.getByLabel(words.modes.evaluate).check();
  await dialog.getByLabel(words.target, { exact: true }).selectOption('household');
  await dialog.getByLabel(words.decoding.samples).fill('1');
  await dialog.getByLabel(words.decoding.tasks).fill('1');
  await dialog.getByRole('button', { name: words.start.evaluate }).click();
  await expect(dialog.getByTestId('scoring-state')).toContainText(/^Finished/);
  await expect(dialog.getByTestId('aggregate')).toContainText('success_level_1');
  await expect(dialog).toContainText('"temperature":1');
});
