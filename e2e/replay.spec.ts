/**
 * @file Runs as files: exported, imported where nothing is stored, told again to the same figures with and without
 * WebGPU; damaged files, real runs' logs, and a deletion that is undone.
 */
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { text } from '../src/text/text.ts';
import { PlaygroundPage } from './page.ts';

test.describe.configure({ mode: 'serial' });

const FIGURES = ['success', 'held-out', 'levels', 'reward', 'lengths'];
const words = text.replay.controls;

let playground: PlaygroundPage;
/** The exported run. */
let file: Buffer;

const replayBar = (page: Page) => page.getByTestId('replay');
const openRuns = () => playground.page.getByRole('tab', { name: text.views.runs }).click();
const importFile = async (name: string, buffer: Buffer) => {
  await openRuns();
  await playground.page
    .getByLabel(text.runs.import.choose)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
};
const figures = async () => {
  const all: Record<string, string[]> = {};
  for (const id of FIGURES) all[id] = await playground.values(id);
  return all;
};

test.beforeAll(async ({ browser }) => {
  playground = await PlaygroundPage.open(browser);
});
test.afterAll(async () => {
  await playground.page.close();
});

test('the first visit shows a recorded example until there is a run of one’s own', async () => {
  await expect(replayBar(playground.page)).toContainText(text.replay.exampleHint);
  await playground.ready();
  // It plays by itself.
  await expect(replayBar(playground.page)).toContainText(/epoch [2-9] of 80/);
  await playground.choosePreset('quick');
  await expect(replayBar(playground.page)).toBeHidden();
});

test('a run, exported, then imported into an empty database, is told again to the same figures', async () => {
  const { page } = playground;
  await playground.set('epochs', '2');
  await playground.run.click();
  await expect(playground.status).toContainText(text.status.finished('2'));
  const made = await figures();
  expect(made.success).toHaveLength(2);

  await openRuns();
  const row = page.getByRole('table', { name: text.runs.table }).getByRole('row').nth(1);
  await expect(row).toContainText('quick');
  await expect(row).toContainText(/swiftshader|Vulkan|Metal|nvidia|amd|intel|apple/i);
  const downloading = page.waitForEvent('download');
  await row.getByRole('button', { name: text.runs.export }).click();
  file = await readFile(await (await downloading).path());

  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        void indexedDB.databases().then(([{ name }]) => {
          const request = indexedDB.deleteDatabase(name!);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error!);
        });
      }),
  );
  await page.goto('/');
  await expect(replayBar(page)).toContainText(text.replay.exampleHint);
  await playground.ready();

  await importFile('run.zip', file);
  await expect(replayBar(page)).toContainText(text.replay.storedHint);
  await expect(playground.status).toHaveText(text.replay.status.end('2'));
  expect(await figures()).toEqual(made);

  await playground.button(words.reset).click();
  await expect(playground.status).toHaveText(text.replay.status.beginning);
  for (let stage = 0; stage < 8; stage++) await playground.button(words.stepStage).click();
  expect(await playground.values('success')).toEqual(made.success.slice(0, 1));
  await playground.button(words.stepEpoch).click();
  expect(await figures()).toEqual(made);
  await page.getByLabel(text.replay.timeline).fill('1');
  expect(await playground.values('success')).toEqual(made.success.slice(0, 1));
});

test('a damaged file says what is wrong with it, and gives what is whole', async () => {
  const files = unzipSync(file);
  const lines = new TextDecoder().decode(files['events.jsonl']).split('\n');
  // The start, eight stages, and the second stage of the second epoch.
  lines[10] = lines[10].replace('"epoch":2', '"epoch":3');
  files['events.jsonl'] = new TextEncoder().encode(lines.join('\n'));
  await importFile('damaged.zip', Buffer.from(zipSync(files)));
  const alert = playground.page.getByRole('tabpanel', { name: text.views.runs }).getByRole('alert');
  await expect(alert).toContainText('damaged.zip: events.jsonl is damaged in epoch 2 of 2, somewhere from line 10 on');
  const rows = playground.page.getByRole('table', { name: text.runs.table }).getByRole('row');
  await expect(rows.nth(1)).toContainText(text.runs.shown);
  await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('1');

  await importFile('hello.zip', Buffer.from('hello'));
  await expect(alert).toContainText('This is not the file of a run');
});

test('a real run’s log has the same figures', async () => {
  const line = (step: number, score: number, output: string) =>
    JSON.stringify({ step, input: 'What is 2 + 2?', output, score });
  const log = [line(1, 1, '4'), line(1, 0, '5'), line(2, 1, '4'), line(2, 1, '4')].join('\n');
  await importFile('verl.jsonl', Buffer.from(log));
  await expect(playground.status).toHaveText(text.replay.status.end('2'));
  const values = await playground.values('success');
  expect(values[0]).toMatch(/0\.5|50/);
  expect(values[1]).toMatch(/^\D*2\D+(1(\.0+)?|100)/);
});

test('a deleted run comes back', async () => {
  await openRuns();
  const rows = playground.page.getByRole('table', { name: text.runs.table }).locator('tbody tr');
  const before = await rows.allInnerTexts();
  await rows.first().getByRole('button', { name: text.runs.remove }).click();
  await expect(rows).toHaveCount(before.length - 1);
  await playground.page
    .getByRole('tabpanel', { name: text.views.runs })
    .getByRole('button', { name: text.runs.undo })
    .click();
  await expect(rows).toHaveCount(before.length);
});

test('nothing failed on the way', () => {
  expect(playground.complaints).toEqual([]);
});

test('without WebGPU the example plays all the same', async ({ browser }) => {
  const without = await PlaygroundPage.open(browser, (page) =>
    page.addInitScript(() => {
      delete (Navigator.prototype as { gpu?: GPU }).gpu;
    }),
  );
  await expect(without.page.getByRole('alert')).toContainText(text.problems.noWebGpu.cause);
  const bar = replayBar(without.page);
  await expect(bar).toContainText(/epoch [1-9] of 80/);
  await without.button(words.pause).click();
  await without.page.getByLabel(text.replay.timeline).fill('0');
  await without.button(words.stepEpoch).click();
  await without.button(words.stepEpoch).click();
  await expect(bar).toContainText(text.replay.position('2', '80'));
  expect(await without.values('success')).toHaveLength(2);
  await without.button(words.run).click();
  await expect(bar).toContainText(text.replay.position('4', '80'));
  expect(without.complaints).toEqual([]);
  await without.page.close();
});
