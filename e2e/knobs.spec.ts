/** @file The knobs under the curve of R_env are on the first screen. On a phone only the first three are. */
import { expect, type Page } from '@playwright/test';
import { KNOBS } from '../src/ui/pages/run/settings/tuning.ts';
import { expectFitsPhone } from './axe.ts';
import { DESK, PHONE, type PlaygroundPage, test } from './page.ts';

const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((end) => setTimeout(end, 100));
    return sum;
  });

/** Expects each knob above y = `floor`, within the page's width, and `rowHeight` high (CSS pixels). */
async function expectKnobs(playground: PlaygroundPage, floor: number, rowHeight: number) {
  const { width } = playground.page.viewportSize()!;
  for (const [place, name] of KNOBS.entries()) {
    const box = (await playground.setting(name).boundingBox())!;
    expect(box.x, name).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, name).toBeLessThanOrEqual(width);
    // On a phone the last two knobs are below the first screen.
    expect(box.y + box.height, name).toBeLessThanOrEqual(width < 640 && place > 2 ? 1000 : floor);
    expect(box.height, name).toBe(rowHeight);
  }
}

test('a phone and a desktop screen show the knobs first, without layout shifts', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
  });
  const { page } = playground;
  await expect(playground.setting('groupSize')).toBeVisible();
  await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.1);
  // The button for a new run floats above the page, so the knobs must end above the button.
  await expectKnobs(playground, (await playground.begin.boundingBox())!.y, 44);
  await expectFitsPhone(page, 'the first screen');
  const [caption, stage] = [page.getByTestId('caption'), page.getByTestId('story-stage')];
  expect((await stage.boundingBox())!.y - (await caption.boundingBox())!.height).toBeLessThanOrEqual(200);

  for (const size of [{ width: 1280, height: 720 }, DESK]) {
    await page.setViewportSize(size);
    await expect(() => expectKnobs(playground, size.height, 40)).toPass();
  }
  // A large screen enlarges the whole page.
  await page.setViewportSize({ width: 2560, height: 1440 });
  const [panel, list] = [page.locator('.written'), page.locator('.written ul')];
  const emptiness = async () => (await panel.boundingBox())!.height - (await list.boundingBox())!.height;
  await expect.poll(emptiness).toBeLessThan(0.2 * 1440);
});
