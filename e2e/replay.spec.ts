/** @file Tests the page without WebGPU: it replays runs, reads damaged and foreign logs, and undoes a deletion. */
import { expect, type Locator, type Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { runsText } from '../src/text/later.ts';
import { text } from '../src/text/text.ts';
import {
  DESK,
  importFile,
  importLog,
  PHONE,
  removeWebGpu,
  replayBar,
  runsTable,
  saveRun,
  SMALL_DESK,
  test,
} from './page.ts';

const words = text.controls;

const runsPanel = (page: Page) => page.locator('[data-view=runs]');

/** Returns a log in verl's format. One of two answers is right in the first epoch, both in the second. */
function verlLog(): Buffer {
  const line = (step: number, score: number, output: string) =>
    JSON.stringify({ step, input: 'What is 2 + 2?', output, score });
  return Buffer.from([line(1, 1, '4'), line(1, 0, '5'), line(2, 1, '4'), line(2, 1, '4')].join('\n'));
}

async function expectInWindow(page: Page, one: Locator) {
  const { x, width } = (await one.boundingBox())!;
  expect(x, await one.innerText()).toBeGreaterThanOrEqual(0);
  expect(x + width, await one.innerText()).toBeLessThanOrEqual(page.viewportSize()!.width);
}

test('replays a log by stages and epochs, the whole epochs of a damaged file, and other trainers’ logs', async ({
  open,
}) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;

  await test.step('a log is replayed by stages, by epochs, and backwards', async () => {
    await importLog(playground, await recordRun(tableSettings({ epochs: 2 })));
    await expect(replayBar(page)).toContainText(text.replay.stored);
    const whole = await playground.values('success');
    expect(whole).toHaveLength(2);
    await playground.button(words.reset).click();
    await expect(playground.status).toHaveText(text.replay.status.beginning);
    for (let stage = 0; stage < 8; stage++) await playground.button(words.stepStage).click();
    expect(await playground.values('success')).toEqual(whole.slice(0, 1));
    await playground.button(words.stepEpoch).click();
    expect(await playground.values('success')).toEqual(whole);
    await playground.timeline.fill('1');
    expect(await playground.values('success')).toEqual(whole.slice(0, 1));
  });

  await test.step('a damaged file is named with its problem, and its whole epochs are kept', async () => {
    await playground.view('runs');
    const files = unzipSync(await saveRun(playground));
    const lines = new TextDecoder().decode(files['events.jsonl']).split('\n');
    // Index 10 comes after the start, eight stages, and the second epoch's first stage.
    lines[10] = lines[10].replace('"epoch":2', '"epoch":3');
    files['events.jsonl'] = new TextEncoder().encode(lines.join('\n'));
    await importFile(playground, 'damaged.zip', Buffer.from(zipSync(files)));
    const alert = runsPanel(page).getByRole('alert');
    await expect(alert).toContainText('damaged.zip: The log is damaged in epoch 2 of 2, somewhere from line 10 on');
    const rows = runsTable(page).getByRole('row');
    await expect(rows.nth(1)).toContainText(runsText.shown);
    await expect(rows.nth(1).getByRole('cell').nth(4)).toHaveText('1');

    // These files of three megabytes begin like a zip, but are not zip files.
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04');
    for (const [name, repeated] of [
      ['one.zip', header],
      ['two.zip', Buffer.concat([Buffer.from('PK'), Buffer.alloc(2 ** 20)])],
    ] as const) {
      await importFile(playground, name, Buffer.alloc(3_000_000, repeated));
      await expect(alert).toContainText(new RegExp(`${name}: .*not the file of a run`));
    }
    await playground.button(text.runs.close).click();
  });

  await test.step('the log of another trainer has the same curves', async () => {
    for (const name of ['one.jsonl', `${'a name of some length '.repeat(3)}.jsonl`]) {
      await importFile(playground, name, verlLog());
      await expect(playground.part('run')).toBeVisible();
      await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
    }
    const values = await playground.values('success');
    expect(values[0]).toMatch(/0\.5|50/);
    expect(values[1]).toMatch(/^\D*2\D+(1(\.0+)?|100)/);
    await expect(page.getByLabel(words.compare)).toBeVisible();
  });

  await test.step('the buttons of stored runs fit the window, and a deleted run comes back', async () => {
    await playground.view('runs');
    const rows = runsTable(page).locator('tbody tr');
    await expect(rows).toHaveCount(4);
    for (const size of [DESK, SMALL_DESK, PHONE]) {
      await page.setViewportSize(size);
      for (const button of await runsTable(page).getByRole('button').all()) await expectInWindow(page, button);
    }
    await rows.first().getByRole('button', { name: runsText.remove }).click();
    await expect(rows).toHaveCount(3);
    await runsPanel(page).getByRole('button', { name: text.runs.undo }).click();
    await expect(rows).toHaveCount(4);
  });
});

test('without WebGPU the example plays, and a sentence says what is missing and what to do', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(text.problems.noWebGpu.cause);
  await expect(alert).toContainText(text.problems.noWebGpu.remedy);
  await expect(playground.begin).toHaveAttribute('aria-disabled', 'true');
  await expect(playground.begin).toHaveAccessibleDescription(text.replay.off);
  const { y, height } = (await page.getByTestId('story-stage').boundingBox())!;
  expect((await alert.boundingBox())!.y).toBeGreaterThanOrEqual(y + height);
  await expect(playground.position).toHaveText(/epoch [1-9] of 80/);

  await test.step('the live region says the captions', () =>
    expect(async () => {
      const said = await page.getByRole('status').innerText();
      expect(said).not.toBe('');
      expect(await page.getByTestId('caption').innerText()).toContain(said);
    }).toPass());

  await playground.pause.click();
  await playground.timeline.fill('0');
  await playground.button(words.stepEpoch).click();
  await playground.button(words.stepEpoch).click();
  await playground.expectEpoch(2);
  expect(await playground.values('success')).toHaveLength(2);
  await playground.run.click();
  await playground.expectEpoch(4);

  await test.step('a ResizeObserver report is not shown as a problem', async () => {
    await playground.dismissProblem();
    await page.evaluate(
      () =>
        new Promise((noted) => {
          addEventListener('error', noted);
          const box = document.body.appendChild(document.createElement('div'));
          new ResizeObserver(() => (box.style.width = `${Math.random()}px`)).observe(box);
          setTimeout(() => box.remove(), 1000);
        }),
    );
    await expect(alert).toHaveCount(0);
  });

  await test.step('keys can be switched off for good', async () => {
    await playground.view('run');
    const curves = playground.link('lab').part!;
    const keys = page.getByRole('dialog', { name: text.shortcuts.title });
    await page.keyboard.press('?');
    await keys.getByLabel(text.shortcuts.on).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect(curves).toBeHidden();
    await page.reload();
    await playground.button(text.shortcuts.title).click();
    await keys.getByLabel(text.shortcuts.on).check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect(curves).toBeVisible();
  });
});
