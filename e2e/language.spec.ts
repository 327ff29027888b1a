/** @file The page works in Chinese and Korean. Tests run in English, so they load the messages of other languages by name. */
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../src/text/languages.ts';
import { loadText, text as english } from '../src/text/text.ts';
import { VIEWS } from '../src/ui/frame/view-names.ts';
import { removeWebGpu, smallRun, test } from './page.ts';

const chinese = await loadText('zh');
const korean = await loadText('ko');

test.use({ locale: 'zh-CN' });
const text = chinese;

const EDITIONS = {
  zh: { name: 'Chinese', locale: 'zh-CN', words: chinese, theorem: /^定理 1：/ },
  ko: { name: 'Korean', locale: 'ko-KR', words: korean, theorem: /^정리 1:/ },
} as const;

const switchTo = (page: Page, language: keyof typeof LANGUAGES) =>
  page.getByRole('button', { name: LANGUAGES[language].name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('another language loads the page again, and the run goes on', async ({ open }) => {
  test.slow();
  // The run has more epochs than it can finish during the test.
  const { page } = await open({ address: smallRun({ epochs: 400 }) });
  const status = page.getByTestId('status');
  const epoch = async () => Number(/\d+/.exec(await status.innerText())?.[0] ?? 0);
  await page.getByRole('button', { name: text.controls.run, exact: true }).click();
  await expect.poll(epoch).toBeGreaterThan(1);

  await switchTo(page, 'en').click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
  await expect(page).toHaveTitle(english.frame.title);
  await expect(page.getByRole('button', { name: english.controls.pause, exact: true })).toBeVisible();
  // The finished epoch was kept, and the run continues.
  await expect.poll(epoch, { timeout: 150_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: english.controls.pause, exact: true }).click();
});

for (const edition of ['zh', 'ko'] as const) {
  const { name, locale, words, theorem } = EDITIONS[edition];
  const { firstMinute } = words;
  const text = words;
  test.describe(name, () => {
    test.use({ locale });

    test(`a browser in ${name} reads it, and nothing is wider than the screen; English stays once it is chosen`, async ({
      open,
    }) => {
      test.slow();
      const playground = await open({ prepare: removeWebGpu });
      const { page } = playground;
      await test.step(`${name}, and its words in what a thread draws`, async () => {
        await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[edition].tag);
        await expect(link(page, text.views.destinations.run)).toBeVisible();
        await expect(page.getByText(text.problems.noWebGpu.cause)).toBeVisible();

        await playground.view('models', text);
        // Chinese and Korean write model sizes like English.
        await expect(page.getByText('22.8K', { exact: true }).first()).toBeVisible();

        await playground.view('theory', text);
        await expect(page.getByRole('img', { name: theorem })).toBeVisible();
      });

      await playground.view('run', text);
      await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
      await page.getByRole('button', { name: text.problems.dismiss }).click();
      await page.getByLabel(text.controls.timeline).fill('74');
      await expect(page.getByTestId('position')).toHaveText(text.controls.position({ epoch: '74', epochs: '80' }));
      await page.getByRole('button', { name: firstMinute.loop, exact: true }).click();
      for (const [width, height] of [
        [1024, 768],
        [390, 844],
      ] as const)
        await test.step(`${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          for (const view of VIEWS) {
            await playground.view(view, text);
            await expect(playground.part(view)).not.toBeEmpty();
            if (view === 'run' && width > 1000) {
              await expect(page.getByTestId('story')).toBeInViewport({ ratio: 1 });
              await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
            }
            // The charts redraw a moment after the page has its width.
            await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), view).toBe(width);
          }
          const { height: tall } = (await switchTo(page, 'en').boundingBox())!;
          expect(tall).toBeGreaterThanOrEqual(width < 1000 ? 44 : 24);
        });

      await test.step('English', async () => {
        await page.setViewportSize({ width: 1400, height: 1000 });
        await playground.view('theory', text);
        await expect(switchTo(page, 'en')).toHaveAttribute('lang', LANGUAGES.en.tag);
        await switchTo(page, 'en').click();
        await expect(link(page, english.views.theory)).toBeVisible();
        // The figure was drawn in a thread that still uses the previous language.
        await expect(page.getByRole('img', { name: /^Theorem 1:/ })).toBeVisible();
        await page.reload();
        await expect(link(page, english.views.theory)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
        await expect(switchTo(page, edition)).toHaveAttribute('lang', LANGUAGES[edition].tag);
      });
    });
  });
}
