/** @file The page works in Chinese and Korean. Tests run in English, so they load the messages of other languages by name. */
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../src/text/languages.ts';
import { loadText, text as english } from '../src/text/text.ts';
import { VIEWS } from '../src/ui/frame/view-names.ts';
import { expectNoSidewaysScroll, PHONE, SMALL_DESK, smallRun, still, test } from './page.ts';

const chinese = await loadText('zh');
const korean = await loadText('ko');

test.use({ locale: 'zh-CN' });

const switchTo = (page: Page, language: keyof typeof LANGUAGES) =>
  page.getByRole('button', { name: LANGUAGES[language].name, exact: true });

test('changing the language reloads the page, and the run continues', async ({ open }) => {
  test.slow();
  // The run has more epochs than it can finish during the test.
  const { page } = await open({ address: smallRun({ epochs: 400 }) });
  const status = page.getByTestId('status');
  const epoch = async () => Number(/\d+/.exec(await status.innerText())?.[0] ?? 0);
  await page.getByRole('button', { name: chinese.controls.run, exact: true }).click();
  await expect.poll(epoch).toBeGreaterThan(1);

  await switchTo(page, 'en').click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
  await expect(page).toHaveTitle(english.frame.title);
  await expect(page.getByRole('button', { name: english.controls.pause, exact: true })).toBeVisible();
  // The finished epoch was kept, and the run continues.
  await expect.poll(epoch, { timeout: 150_000 }).toBeGreaterThan(2);
  await page.getByRole('button', { name: english.controls.pause, exact: true }).click();

  await test.step('English stays once it is chosen', async () => {
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
    await expect(switchTo(page, 'zh')).toHaveAttribute('lang', LANGUAGES.zh.tag);
  });
});

for (const [edition, locale, words, theorem] of [
  ['zh', 'zh-CN', chinese, /^定理 1：/],
  ['ko', 'ko-KR', korean, /^정리 1:/],
] as const)
  test.describe(LANGUAGES[edition].name, () => {
    test.use({ locale });

    test('a browser in this language shows it, and nothing is wider than the screen', async ({ open }) => {
      const playground = await open({ prepare: still });
      const { page } = playground;
      await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[edition].tag);
      await expect(page.getByText(words.problems.noWebGpu.cause)).toBeVisible();
      await playground.button(words.problems.dismiss).click();
      await page.getByLabel(words.controls.timeline).fill('74');
      await expect(playground.position).toHaveText(words.controls.position({ epoch: '74', epochs: '80' }));
      await playground.button(words.firstMinute.loop).click();

      await test.step('the picture on a small desk', async () => {
        await page.setViewportSize(SMALL_DESK);
        await expect(page.getByTestId('story')).toBeInViewport({ ratio: 1 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(SMALL_DESK.height);
        expect((await switchTo(page, 'en').boundingBox())!.height).toBeGreaterThanOrEqual(24);
      });

      await test.step('every part on a phone', async () => {
        await page.setViewportSize(PHONE);
        for (const view of VIEWS) {
          await playground.view(view, words);
          await expect(playground.part(view)).not.toBeEmpty();
          // A worker draws this figure, so the worker must have the language too.
          if (view === 'theory') await expect(page.getByRole('img', { name: theorem })).toBeVisible();
          // Chinese and Korean pages write model sizes as in English.
          if (view === 'models') await expect(page.getByText('22.8K', { exact: true }).first()).toBeVisible();
          await expectNoSidewaysScroll(page, view);
        }
        expect((await switchTo(page, 'en').boundingBox())!.height).toBeGreaterThanOrEqual(44);
      });
    });
  });
