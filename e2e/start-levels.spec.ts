/** @file The user draws start levels by pointer and keys, and starts a run from them. */
import { openedText } from '../src/text/later.ts';
import { expect } from '@playwright/test';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { DESK, PHONE, type PlaygroundPage, smallRun, test } from './page.ts';

const words = openedText.startLevels;

const section = ({ page }: PlaygroundPage) => page.getByTestId('start-levels');
const bar = (playground: PlaygroundPage, level: number) =>
  section(playground).getByRole('slider', { name: words.level({ level: String(level) }), exact: true });
const heights = (playground: PlaygroundPage) =>
  section(playground)
    .getByRole('slider')
    .evaluateAll((bars) => bars.map((one) => Number(one.getAttribute('aria-valuenow'))));

/** Drags from one level's column to another's, at heights from 0 to 1. */
async function drag(playground: PlaygroundPage, from: [level: number, y: number], to: [level: number, y: number]) {
  await bar(playground, 1).scrollIntoViewIfNeeded();
  const places = [];
  for (const [level, y] of [from, to]) {
    const box = (await bar(playground, level).boundingBox())!;
    places.push({ x: box.x + box.width / 2, y: box.y + (1 - y) * box.height });
  }
  const { mouse } = playground.page;
  await mouse.move(places[0].x, places[0].y);
  await mouse.down();
  // The pointer stops once in each column.
  await mouse.move(places[1].x, places[1].y, { steps: Math.abs(to[0] - from[0]) });
}

test('levels are drawn by pointer and keys, and the first epoch has such tasks', async ({ open }) => {
  const playground = await open({ address: smallRun({ epochs: 1, tasksPerEpoch: 8, evalTasks: 0 }) });
  const { page } = playground;
  await playground.ready();
  await playground.openSettings();
  await expect(playground.button(words.begin)).toBeDisabled();

  await test.step('fits a phone', async () => {
    await page.setViewportSize(PHONE);
    await bar(playground, 4).focus();
    await page.keyboard.press('End');
    await expect(playground.button(words.begin)).toBeEnabled();
    await expectFitsPhone(page, 'levels drawn on a phone');
    await playground.button(words.reset).click();
    await page.setViewportSize(DESK);
  });

  await drag(playground, [1, 0.8], [3, 0.4]);
  await page.mouse.up();
  expect(await heights(playground)).toEqual([80, 60, 40, 0, 0, 0, 0, 0, 0, 0]);
  // Escape cancels an unfinished stroke, and the settings stay open.
  await drag(playground, [10, 0.9], [6, 0.9]);
  expect((await heights(playground)).slice(5)).toEqual([90, 90, 90, 90, 90]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await heights(playground)).toEqual([80, 60, 40, 0, 0, 0, 0, 0, 0, 0]);

  await playground.button(words.reset).click();
  expect(await heights(playground)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await bar(playground, 1).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  expect(await heights(playground)).toEqual([100, 55, 0, 0, 0, 0, 0, 0, 0, 0]);

  await playground.button(words.begin).click();
  await expect(section(playground).getByText(words.after)).toBeVisible();
  await expect(bar(playground, 1)).toHaveAttribute('aria-valuetext', /^65% asked, \d+% written$/);
  await expect(playground.status).toContainText(/^Finished/);
  // Without start levels, this preset's environment writes tasks of about seven steps.
  const [first] = await playground.values('levels');
  expect(Number(first.split('\t')[1])).toBeLessThan(2);

  await playground.openSettings();
  await expectNoViolation(page, 'drawn levels, with what was written', '[data-testid=start-levels]');
  await playground.setting('arm').getByRole('combobox').selectOption('level-rule');
  await expect(section(playground)).toContainText(words.idle);
});
