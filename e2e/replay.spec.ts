/** @file Without WebGPU, runs are replayed, damaged and foreign logs are read, and a deletion is undone. */
import { expect, type Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { runsText } from '../src/text/later.ts';
import { text } from '../src/text/text.ts';
import { importFile, removeWebGpu, replayBar, runsTable, saveRun, test } from './page.ts';

const words = text.controls;

const position = (page: Page) => page.getByTestId('position');
const runsPanel = (page: Page) => page.locator('[data-view=runs]');

/** Returns a log in verl's format. One of two answers is right in the first epoch, both in the second. */
function verlLog(): Buffer {
  const line = (step: number, score: number, output: string) =>
    JSON.stringify({ step, input: 'What is 2 + 2?', output, score });
  return Buffer.from([line(1, 1, '4'), line(1, 0, '5'), line(2, 1, '4'), line(2, 1, '4')].join('\n'));
}

test('a log is replayed by stages and epochs; of a damaged file, what is whole', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const log = Buffer.from(writeEventLog(await recordRun(tableSettings({ epochs: 2 }))));

  await test.step('stage by stage, epoch by epoch, and back', async () => {
    await importFile(playground, 'table.jsonl', log);
    await expect(replayBar(page)).toContainText(text.replay.stored);
    await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
    const whole = await playground.allValues();
    expect(whole.success).toHaveLength(2);
    await playground.button(words.reset).click();
    await expect(playground.status).toHaveText(text.replay.status.beginning);
    for (let stage = 0; stage < 8; stage++) await playground.button(words.stepStage).click();
    expect(await playground.values('success')).toEqual(whole.success.slice(0, 1));
    await playground.button(words.stepEpoch).click();
    expect(await playground.allValues()).toEqual(whole);
    await page.getByLabel(words.timeline).fill('1');
    expect(await playground.values('success')).toEqual(whole.success.slice(0, 1));
  });

  await test.step('a damaged file says what is wrong with it, and gives what is whole', async () => {
    await playground.view('runs');
    const files = unzipSync(await saveRun(playground));
    const lines = new TextDecoder().decode(files['events.jsonl']).split('\n');
    // Line 10 comes after the start, eight stages, and the second epoch's first stage.
    lines[10] = lines[10].replace('"epoch":2', '"epoch":3');
    files['events.jsonl'] = new TextEncoder().encode(lines.join('\n'));
    await importFile(playground, 'damaged.zip', Buffer.from(zipSync(files)));
    const alert = runsPanel(page).getByRole('alert');
    await expect(alert).toContainText('damaged.zip: The log is damaged in epoch 2 of 2, somewhere from line 10 on');
    const rows = runsTable(page).getByRole('row');
    await expect(rows.nth(1)).toContainText(runsText.shown);
    await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('1');

    await importFile(playground, 'hello.zip', Buffer.from('hello'));
    await expect(alert).toContainText('This is not the file of a run');
  });
});

test('the log of another trainer has the same curves, and a deleted run comes back', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  for (const name of ['one.jsonl', 'two.jsonl']) {
    await importFile(playground, name, verlLog());
    // An imported run is shown.
    await expect(playground.link('run').destination).toHaveAttribute('aria-current', 'page');
    await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
  }
  const values = await playground.values('success');
  expect(values[0]).toMatch(/0\.5|50/);
  expect(values[1]).toMatch(/^\D*2\D+(1(\.0+)?|100)/);

  await playground.view('runs');
  const rows = runsTable(page).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: runsText.remove }).click();
  await expect(rows).toHaveCount(1);
  await runsPanel(page).getByRole('button', { name: text.runs.undo }).click();
  await expect(rows).toHaveCount(2);
});

test('without WebGPU the example plays all the same, and a sentence below it says what is missing and what to do', async ({
  open,
}) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await expect(page.getByRole('alert')).toContainText(text.problems.noWebGpu.cause);
  await expect(page.getByRole('alert')).toContainText(text.problems.noWebGpu.remedy);
  await expect(playground.begin).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.begin).toHaveAccessibleDescription(text.replay.off);
  const { y, height } = (await page.getByTestId('story-stage').boundingBox())!;
  expect((await page.getByRole('alert').boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  await expect(position(page)).toHaveText(/epoch [1-9] of 80/);
  await playground.button(words.pause).click();
  await page.getByLabel(words.timeline).fill('0');
  await playground.button(words.stepEpoch).click();
  await playground.button(words.stepEpoch).click();
  await expect(position(page)).toHaveText(words.position({ epoch: '2', epochs: '80' }));
  expect(await playground.values('success')).toHaveLength(2);
  await playground.button(words.run).click();
  await expect(position(page)).toHaveText(words.position({ epoch: '4', epochs: '80' }));
});
