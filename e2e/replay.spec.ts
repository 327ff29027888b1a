/**
 * @file Runs as files: exported, imported into an empty database and replayed to the same curves, with and without
 * WebGPU; damaged files, logs of other trainers, and a deletion that is undone.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { text } from '../src/text/text.ts';
import { type PlaygroundPage, removeWebGpu, test } from './page.ts';

const CHARTS = ['success', 'held-out', 'levels', 'reward', 'lengths'];
const words = text.controls;

const replayBar = (page: Page) => page.getByTestId('replay');
const position = (page: Page) => page.getByTestId('position');
const runsTable = (page: Page) => page.getByRole('table', { name: text.runs.table });
const runsPanel = (page: Page) => page.getByRole('tabpanel', { name: text.views.runs });

async function importFile(playground: PlaygroundPage, name: string, buffer: Buffer) {
  await playground.view('runs');
  await playground.page
    .getByLabel(text.runs.import.choose)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function allValues(playground: PlaygroundPage) {
  const all: Record<string, string[]> = {};
  for (const id of CHARTS) all[id] = await playground.values(id);
  return all;
}

/** A log as verl writes it: one of two answers right, then both. */
function verlLog(): Buffer {
  const line = (step: number, score: number, output: string) =>
    JSON.stringify({ step, input: 'What is 2 + 2?', output, score });
  return Buffer.from([line(1, 1, '4'), line(1, 0, '5'), line(2, 1, '4'), line(2, 1, '4')].join('\n'));
}

const deleteDatabase = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        void indexedDB.databases().then(([{ name }]) => {
          const request = indexedDB.deleteDatabase(name!);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error!);
        });
      }),
  );

test('a run from the first visit to a file, imported into an empty database and replayed', async ({ open }) => {
  test.slow();
  const playground = await open();
  const { page } = playground;

  await test.step('the first visit shows a recorded example until there is a run of one’s own', async () => {
    await expect(replayBar(page)).toContainText(text.replay.example);
    // It plays by itself.
    await expect(position(page)).toHaveText(/epoch [2-9] of 80/);
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
    await playground.choosePreset('quick');
    await expect(replayBar(page)).toBeHidden();
  });

  const made = await test.step('a run is made', async () => {
    await playground.set('epochs', '2');
    await playground.run.click();
    await expect(playground.status).toContainText(text.status.finished('2'));
    const values = await allValues(playground);
    expect(values.success).toHaveLength(2);
    return values;
  });

  const file = await test.step('and exported', async () => {
    await playground.view('runs');
    const row = runsTable(page).getByRole('row').nth(1);
    await expect(row).toContainText('quick');
    await expect(row).toContainText(/swiftshader|Vulkan|Metal|nvidia|amd|intel|apple/i);
    const downloading = page.waitForEvent('download');
    await row.getByRole('button', { name: new RegExp(`^${text.runs.export}:`) }).click();
    return readFile(await (await downloading).path());
  });

  await test.step('imported into an empty database, it is replayed to the same curves', async () => {
    await deleteDatabase(page);
    await page.goto('/');
    await expect(replayBar(page)).toContainText(text.replay.example);
    await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');

    await importFile(playground, 'run.zip', file);
    await expect(replayBar(page)).toContainText(text.replay.stored);
    await expect(playground.status).toHaveText(text.replay.status.end('2'));
    expect(await allValues(playground)).toEqual(made);

    await playground.button(words.reset).click();
    await expect(playground.status).toHaveText(text.replay.status.beginning);
    for (let stage = 0; stage < 8; stage++) await playground.button(words.stepStage).click();
    expect(await playground.values('success')).toEqual(made.success.slice(0, 1));
    await playground.button(words.stepEpoch).click();
    expect(await allValues(playground)).toEqual(made);
    await page.getByLabel(words.timeline).fill('1');
    expect(await playground.values('success')).toEqual(made.success.slice(0, 1));
  });

  await test.step('a damaged file says what is wrong with it, and gives what is whole', async () => {
    const files = unzipSync(file);
    const lines = new TextDecoder().decode(files['events.jsonl']).split('\n');
    // The start, eight stages, and the second stage of the second epoch.
    lines[10] = lines[10].replace('"epoch":2', '"epoch":3');
    files['events.jsonl'] = new TextEncoder().encode(lines.join('\n'));
    await importFile(playground, 'damaged.zip', Buffer.from(zipSync(files)));
    const alert = runsPanel(page).getByRole('alert');
    await expect(alert).toContainText(
      'damaged.zip: events.jsonl is damaged in epoch 2 of 2, somewhere from line 10 on',
    );
    const rows = runsTable(page).getByRole('row');
    await expect(rows.nth(1)).toContainText(text.runs.shown);
    await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('1');

    await importFile(playground, 'hello.zip', Buffer.from('hello'));
    await expect(alert).toContainText('This is not the file of a run');
  });
});

test('the log of another trainer has the same curves', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  await importFile(playground, 'verl.jsonl', verlLog());
  await expect(playground.status).toHaveText(text.replay.status.end('2'));
  const values = await playground.values('success');
  expect(values[0]).toMatch(/0\.5|50/);
  expect(values[1]).toMatch(/^\D*2\D+(1(\.0+)?|100)/);
});

test('a deleted run comes back', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  for (const name of ['one.jsonl', 'two.jsonl']) {
    await importFile(playground, name, verlLog());
    // An imported run is shown.
    await expect(playground.tab(text.views.run)).toHaveAttribute('aria-selected', 'true');
    await expect(playground.status).toHaveText(text.replay.status.end('2'));
  }
  await playground.view('runs');
  const rows = runsTable(page).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: text.runs.remove }).click();
  await expect(rows).toHaveCount(1);
  await runsPanel(page).getByRole('button', { name: text.runs.undo }).click();
  await expect(rows).toHaveCount(2);
});

test('without WebGPU the example plays all the same', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await expect(page.getByRole('alert')).toContainText(text.problems.noWebGpu.cause);
  await expect(position(page)).toHaveText(/epoch [1-9] of 80/);
  await playground.button(words.pause).click();
  await page.getByLabel(words.timeline).fill('0');
  await playground.button(words.stepEpoch).click();
  await playground.button(words.stepEpoch).click();
  await expect(position(page)).toHaveText(words.position('2', '80'));
  expect(await playground.values('success')).toHaveLength(2);
  await playground.button(words.run).click();
  await expect(position(page)).toHaveText(words.position('4', '80'));
});
