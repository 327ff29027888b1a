/** @file The layout: nothing that a person needs is outside the window, under something else, or too small. */
import { expect, type Locator, type Page } from '@playwright/test';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { modelsText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { OPENED } from '../src/ui/frame/view-names.ts';
import { cutOff, importFile, removeWebGpu, replayBar, runsTable, still, test, showLoop } from './page.ts';

const DESK = { width: 1440, height: 900 };
const SMALL_DESK = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

async function expectInWindow(page: Page, one: Locator) {
  const { x, width } = (await one.boundingBox())!;
  const window = page.viewportSize()!.width;
  expect(x, await one.innerText()).toBeGreaterThanOrEqual(0);
  expect(x + width, await one.innerText()).toBeLessThanOrEqual(window);
}

test('with stored runs their buttons are in the window, and the timeline keeps its width', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  for (const [name, seed] of [
    ['run', 1],
    ['a name of some length '.repeat(3), 2],
  ] as const) {
    const log = writeEventLog(await recordRun(tableSettings({ epochs: 2, seed })));
    await importFile(playground, `${name}.jsonl`, Buffer.from(log));
    await expect(replayBar(page)).toContainText(text.replay.stored);
  }
  for (const size of [DESK, SMALL_DESK]) {
    await page.setViewportSize(size);
    for (const name of OPENED) await expect(playground.opener(name)).toBeInViewport({ ratio: 1 });
    const timeline = page.getByLabel(text.controls.timeline);
    expect((await timeline.boundingBox())!.width).toBeGreaterThan(140);
  }
  await playground.panel('curves');
  await expect(page.getByLabel(text.controls.compare)).toBeVisible();

  await playground.view('runs');
  for (const size of [DESK, SMALL_DESK, PHONE]) {
    await page.setViewportSize(size);
    for (const button of await runsTable(page).getByRole('button').all()) await expectInWindow(page, button);
  }
});

test('what fits is whole where its button was scrolled to', async ({ open }) => {
  const playground = await open({ prepare: removeWebGpu, address: '/#models' });
  const { page } = playground;
  for (const size of [SMALL_DESK, PHONE]) {
    await page.setViewportSize(size);
    const button = page.getByTestId('one-model').getByRole('button', { name: modelsText.plan.show });
    await button.click();
    await expectInWindow(page, page.getByTestId('model-plan'));
    await button.click();
  }
});

/** Texts of the picture that stand on one another. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('.circuit svg text, .circuit header *, .curves text')].flatMap(
      (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const inside = one.parentElement!.closest('header > *');
        return inside || right - left < 1 ? [] : [{ said: one.textContent, left, right, top, bottom }];
      },
    );
    // Boxes of letters are higher than the letters.
    const isOn = (a: (typeof texts)[0], b: (typeof texts)[0]) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
    return texts.flatMap((a, i) => texts.slice(i + 1).flatMap((b) => (isOn(a, b) ? [`${a.said} on ${b.said}`] : [])));
  });

test('no label of the picture stands on another, and the map of levels has a key and ends at the epoch shown', async ({
  open,
}) => {
  const { page } = await open({ prepare: still });
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await showLoop(page);
  for (const epoch of [12, 45, 74])
    for (const size of [DESK, SMALL_DESK, PHONE]) {
      await page.setViewportSize(size);
      await page.getByLabel(text.controls.timeline).fill(String(epoch));
      await expect(page.getByTestId('position')).toHaveText(
        text.controls.position({ epoch: String(epoch), epochs: '80' }),
      );
      // Charts are drawn anew for a width a moment after it is set.
      const place = `${size.width}, epoch ${epoch}`;
      await expect.poll(() => collisions(page), place).toEqual([]);
      await expect.poll(() => cutOff(page), place).toEqual([]);
      await expect(page.getByTestId('ramp')).toBeVisible();
      const map = page.getByRole('img', { name: new RegExp(runText.circuit.curves.levels.title.replace('?', '\\?')) });
      const ends = await map
        .locator('rect')
        .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().right));
      const shown = (await map.locator('.shown').evaluate((line) => line.getBoundingClientRect())).right;
      expect(Math.max(...ends)).toBeLessThanOrEqual(shown + 1);
    }
});

test('tasks keep rows with text: to touch on a phone, and beside the open settings', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await showLoop(page);
  await page.getByLabel(text.controls.timeline).fill('40');
  await expect(page.getByTestId('position')).toHaveText(text.controls.position({ epoch: '40', epochs: '80' }));
  const rows = page.getByRole('group', { name: runText.circuit.label, exact: true }).getByRole('listitem');
  const expectRows = async (height: number, width: number) => {
    for (const row of await rows.all()) {
      expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(height);
      expect((await row.locator('.text').boundingBox())!.width).toBeGreaterThan(width);
    }
  };
  await expect(rows.nth(4)).toBeVisible();
  await expectRows(24, 100);
  for (const name of OPENED) {
    await playground.panel(name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(PHONE.width);
  }
  await page.setViewportSize(SMALL_DESK);
  await playground.openSettings();
  await expect(() => expectRows(12, 40)).toPass();
});

test('the live region says the captions, a note about layout is no failure, keys can be switched off for good', async ({
  open,
}) => {
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  await expect(async () => {
    const said = await page.getByRole('status').innerText();
    expect(said).not.toBe('');
    expect(await page.getByTestId('caption').innerText()).toContain(said);
  }).toPass();

  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await page.evaluate(
    () =>
      new Promise((noted) => {
        addEventListener('error', noted);
        const box = document.body.appendChild(document.createElement('div'));
        new ResizeObserver(() => (box.style.width = `${Math.random()}px`)).observe(box);
        setTimeout(() => box.remove(), 1000);
      }),
  );
  await expect(page.getByRole('alert')).toHaveCount(0);

  const curves = playground.link('lab').part!;
  const keys = page.getByRole('dialog', { name: text.shortcuts.title });
  await page.keyboard.press('?');
  await keys.getByLabel(text.shortcuts.on).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(curves).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: text.shortcuts.title }).click();
  await keys.getByLabel(text.shortcuts.on).check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(curves).toBeVisible();
});
