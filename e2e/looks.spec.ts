/**
 * @file Compares thumbnails of the main states, one pixel per 20-pixel cell. Letters blur to one shade, so thumbnails
 * match on every machine unless a panel is missing or moved. `npx playwright test looks --update-snapshots` renews
 * them.
 */
import { expect, type Page } from '@playwright/test';
import { DESK, PHONE, still, test } from './page.ts';

/** Each thumbnail pixel stands for a square of this many screen pixels. */
const CELL = 20;
/**
 * Cells may differ by `threshold` in shade (0 to 1), and a share `maxDiffPixelRatio` of the cells by more. Another
 * sans-serif font changes at most 2% of the cells. Missing curves change at least 5%.
 */
const TOLERANCE = { threshold: 0.08, maxDiffPixelRatio: 0.04 };

/**
 * Returns the screen as a PNG of one pixel per cell. An empty page scales it down, because our page's Content Security
 * Policy forbids fetching `data:` URLs.
 */
async function thumbnail(page: Page): Promise<Buffer> {
  const screen = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  const canvas = await page.context().newPage();
  const small = await canvas.evaluate(
    async ([picture, cell]) => {
      const whole = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const [width, height] = [Math.round(whole.width / cell), Math.round(whole.height / cell)];
      const drawing = Object.assign(document.createElement('canvas'), { width, height });
      const pen = drawing.getContext('2d')!;
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(whole, 0, 0, width, height);
      return drawing.toDataURL('image/png').split(',')[1];
    },
    [screen, CELL] as const,
  );
  await canvas.close();
  return Buffer.from(small, 'base64');
}

/** Returns the thumbnail once it no longer changes, because the parts of a page are drawn one after another. */
async function settledThumbnail(page: Page): Promise<Buffer> {
  let [last, next] = [await thumbnail(page), await thumbnail(page)];
  while (!next.equals(last)) [last, next] = [next, await thumbnail(page)];
  return next;
}

test('the main states look as they did', async ({ open }) => {
  const playground = await open({
    prepare: async (page) => {
      await page.setViewportSize(DESK);
      await still(page);
    },
  });
  const { page } = playground;
  const looks = async (name: string) =>
    expect.soft(await settledThumbnail(page)).toMatchSnapshot(`${name}.png`, TOLERANCE);

  await playground.seekInLoop(74);
  await expect(page.getByTestId('filter-plot').locator('circle').first()).toBeVisible();
  await looks('run-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await looks('run-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await playground.panel('tasks');
  await expect(page.getByTestId('filter-verdict')).toBeVisible();
  await looks('tasks');
  await playground.panel('circuit');
  await page.setViewportSize(PHONE);
  await page.evaluate(() => scrollTo(0, 0));
  await looks('phone');

  await page.setViewportSize(DESK);
  await playground.panel('curves');
  // Wait for all charts on the screen, because they are drawn one after another.
  await expect(page.locator('[data-chart] svg').first()).toBeVisible();
  const waiting = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('[data-chart] .frame')].filter((frame) => {
          const { top, bottom } = frame.getBoundingClientRect();
          const end = frame.closest('.lab')!.getBoundingClientRect().bottom;
          return bottom > 0 && top < Math.min(end, innerHeight) && !frame.firstChild;
        }).length,
    );
  await expect.poll(waiting).toBe(0);
  await looks('lab');
  await page.goto('/?lesson=why-half');
  await expect(playground.position).toHaveText(/of 80/);
  await playground.seek(60);
  await looks('lesson');
});
