/** @file The knobs under the curve of R_env stand on the first screen, preview in the story, and change a run. */
import { expect, type Page } from '@playwright/test';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { KNOBS } from '../src/ui/pages/run/settings/tuning.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { type PlaygroundPage, smallRun, still, test } from './page.ts';

const words = runText.knobs;
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((end) => setTimeout(end, 100));
    return sum;
  });
const line = (page: Page) => page.getByTestId('knob-line').filter({ visible: true });

/** Expects the knobs above `floor` (CSS pixels), each high enough for a finger or a pointer. */
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

test('the knobs are on the first screen of a desk, and a large screen is not emptier', async ({ open }) => {
  const playground = await open({ prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) });
  const { page } = playground;
  await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(() => expectKnobs(playground, height, 40)).toPass();
  }
  // A large screen enlarges the whole page.
  await page.setViewportSize({ width: 2560, height: 1440 });
  const [panel, list] = [page.locator('.written'), page.locator('.written ul')];
  const emptiness = async () => (await panel.boundingBox())!.height - (await list.boundingBox())!.height;
  await expect.poll(emptiness).toBeLessThan(0.2 * 1440);
});

test('three knobs are on the first screen of a phone, and it does not jump while it loads', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    },
  });
  const { page } = playground;
  await expect(playground.setting('groupSize')).toBeVisible();
  await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.1);
  // The button for a new run floats above the page, near the thumb.
  await expectKnobs(playground, (await playground.begin.boundingBox())!.y, 44);
  await expectFitsPhone(page, 'the first screen');
  const [caption, stage] = [page.getByTestId('caption'), page.getByTestId('story-stage')];
  expect((await stage.boundingBox())!.y - (await caption.boundingBox())!.height).toBeLessThanOrEqual(200);
});

test('in the story a knob previews on the recorded dots, and a run begins with its value, without measuring', async ({
  open,
}) => {
  test.slow();
  const playground = await open({ prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) });
  const { page } = playground;
  const stage = page.getByTestId('story-stage');
  await page.getByLabel(text.controls.timeline).fill('12');
  await expect(page.getByTestId('position')).toHaveText(/^epoch 12 of/);
  await expect(stage.locator('path.planned')).toHaveCount(0);
  const before = await stage.boundingBox();
  const slider = playground.setting('alpha').getByRole('slider');
  await slider.fill('0.2');
  await expect(stage.locator('path.planned')).toHaveCount(1);
  await expect(stage.locator('rect.planned')).toHaveCount(1);
  await expect(stage.locator('.weight').first()).toHaveText(/^×[\d.]+$/);
  await expect(line(page)).toHaveText(
    /^A task passes with .* of 8 answers right\. Of the 16 tasks in view, \d+ would pass\.$/,
  );
  await expectNoViolation(page, 'a knob tried on the story');
  expect(await stage.boundingBox()).toEqual(before);

  await playground
    .setting('alpha')
    .getByRole('button', { name: words.reset({ name: 'Target success', value: '0.5' }) })
    .click();
  await expect(stage.locator('path.planned')).toHaveCount(0);
  await expect(playground.button(words.start)).toHaveCount(0);
  await playground.set('alpha', '0,3');
  await expect(slider).toHaveValue('0.3');
  await expect(playground.begin).not.toHaveAttribute('aria-disabled', 'true');
  await playground.button(words.start).click();
  await expect(page.getByTestId('begun').getByRole('progressbar')).toBeVisible();
  await playground.button(text.status.unmeasured).click();
  await expect(page).toHaveURL(/[?&]evalTasks=0(&|$)/);
  await expect(page.locator('#loop .matrix li .text').first()).toBeVisible();
  await expect(playground.setting('alpha').getByRole('textbox')).toHaveValue('0.3');
  // The run started with this value and skipped the measurement, so its log has no change of settings.
  await playground.pause.click();
  await playground.ready();
  await expect(line(page)).not.toHaveText(/→/);
});

test('a change in a run is told in a reserved line, and nothing jumps', async ({ open }) => {
  const playground = await open({ address: smallRun() });
  const { page } = playground;
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.ready();
  await playground.stepEpoch();
  const [play, branch] = [playground.run, playground.button(text.controls.branch)];
  expect((await branch.boundingBox())!.y).toBeLessThan((await play.boundingBox())!.y + 10);
  const plot = page.getByTestId('filter-plot');
  const before = await plot.boundingBox();
  for (const name of KNOBS) await expect(playground.setting(name)).toBeInViewport({ ratio: 1 });
  await playground.set('alpha', '0.4');
  const changes = words.change({ symbol: 'α', from: '0.5', to: '0.4' });
  await expect(line(page)).toHaveText(words.changed({ changes, epoch: '2' }));
  await playground.stepEpoch();
  await expect(line(page)).toHaveText(words.changed({ changes, epoch: '2' }));
  expect(await plot.boundingBox()).toEqual(before);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, 0));
  expect((await page.locator('#loop').boundingBox())!.y).toBeLessThanOrEqual(200);
  for (const name of KNOBS.slice(0, 3)) await expect(playground.setting(name)).toBeInViewport({ ratio: 1 });
});

test('in a lesson the strip has the knobs of the lesson, beside its chart', async ({ open }) => {
  const playground = await open({ prepare: still, address: '/?lesson=band-and-groups' });
  const { page } = playground;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId('lesson').getByRole('slider')).toHaveCount(0);
  await expect(playground.knobs.locator('.lit')).toHaveCount(2);
  await playground.setting('kMin').scrollIntoViewIfNeeded();
  const plot = (await page.getByTestId('filter-plot').boundingBox())!;
  const knob = (await playground.setting('kMin').boundingBox())!;
  expect(knob.y + knob.height - plot.y).toBeLessThan(844);
});
