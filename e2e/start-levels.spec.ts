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
    .evaluateAll((bars) => bars.map((one) => Number((one as HTMLInputElement).value)));

test('start levels are set by pointer and keys, and the first epoch has tasks of these levels', async ({ open }) => {
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

  for (const [level, y] of [
    [1, 0.8],
    [3, 0.4],
  ] as const) {
    const { width, height } = (await bar(playground, level).boundingBox())!;
    await bar(playground, level).click({ position: { x: width / 2, y: (1 - y) * height } });
  }
  const [first, second, third, ...others] = await heights(playground);
  expect(Math.abs(first - 80) + Math.abs(third - 40)).toBeLessThanOrEqual(20);
  expect([second, ...others]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);

  await playground.button(words.reset).click();
  expect(await heights(playground)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await bar(playground, 1).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  expect(await heights(playground)).toEqual([100, 15, 0, 0, 0, 0, 0, 0, 0, 0]);

  await playground.button(words.begin).click();
  await expect(section(playground).getByText(words.after)).toBeVisible();
  await expect(bar(playground, 1)).toHaveAttribute('aria-valuetext', /^87% asked, \d+% written$/);
  await expect(playground.status).toContainText(/^Finished/);
  // Without start levels, this preset's environment writes tasks of about seven steps.
  const [values] = await playground.values('levels');
  expect(Number(values.split('\t')[1])).toBeLessThan(2);

  await playground.openSettings();
  await expectNoViolation(page, 'drawn levels, with what was written', '[data-testid=start-levels]');
  await playground.setting('arm').getByRole('combobox').selectOption('level-rule');
  await expect(section(playground)).toContainText(words.idle);
});
