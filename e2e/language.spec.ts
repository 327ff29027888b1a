/**
 * @file The page in Chinese: the browser's language chooses it, a person changes it, and nothing is cut. It needs no GPU.
 *
 * The doors speak English here, as headless, so the words are asked of the folders of both languages.
 */
import { expect, type Page } from '@playwright/test';
import manifest from '../models/manifest.json' with { type: 'json' };
import { LANGUAGES } from '../src/text/language.ts';
import { text as english } from '../src/text/en/text.ts';
import { text } from '../src/text/zh/text.ts';
import { PANELS } from '../src/ui/state/panels.ts';
import { type View, VIEWS } from '../src/ui/frame/view-names.ts';
import { expectNoViolation } from './axe.ts';
import { removeWebGpu, test } from './page.ts';

test.use({ locale: 'zh-CN' });

const switchTo = (page: Page, language: keyof typeof LANGUAGES) =>
  page.getByRole('button', { name: LANGUAGES[language].name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
/** The rarer parts have no tab of their own until they are shown; every part but the run page has an address. */
const show = async (page: Page, view: View): Promise<void> => {
  if (view === 'run') await tab(page, text.views.run).click();
  else await page.evaluate((name) => void (location.hash = name), view);
};

test('a Chinese browser reads Chinese; a person changes to English, which stays', async ({ open }) => {
  const { page } = await open({ prepare: removeWebGpu });
  await test.step('Chinese, with its numbers, and its words in what a thread draws', async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.zh.tag);
    await expect(tab(page, text.views.run)).toBeVisible();
    await expect(page.getByText(text.problems.noWebGpu.cause)).toBeVisible();

    await show(page, 'models');
    const compact = new Intl.NumberFormat(LANGUAGES.zh.tag, { notation: 'compact', maximumFractionDigits: 1 });
    await expect(page.getByText(compact.format(manifest.models[0].parameters)).first()).toBeVisible();

    await show(page, 'theory');
    const title = /^定理 1：/;
    await expect(page.getByRole('img', { name: title })).toBeVisible();
  });

  await test.step('English', async () => {
    await expect(switchTo(page, 'en')).toHaveAttribute('lang', LANGUAGES.en.tag);
    await switchTo(page, 'en').click();
    await expect(tab(page, english.views.theory)).toBeVisible();
    await page.reload();
    await expect(tab(page, english.views.theory)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
    await expect(switchTo(page, 'zh')).toHaveAttribute('lang', LANGUAGES.zh.tag);
  });
});

test('in Chinese nothing is wider than the screen, on desks and on a phone, and axe finds nothing', async ({
  open,
}) => {
  test.slow();
  const { page } = await open({ prepare: removeWebGpu });
  await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
  await expectNoViolation(page, 'Chinese, a problem', ['light']);
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await page.getByLabel(text.controls.timeline).fill('74');
  await expect(page.getByTestId('position')).toHaveText(text.controls.position('74', '80'));
  for (const panel of PANELS) {
    await tab(page, text.panels[panel]).click();
    await page.waitForLoadState('networkidle');
    await expectNoViolation(page, `Chinese, panel ${panel}`, ['light']);
  }
  await tab(page, text.panels.circuit).click();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const view of VIEWS) {
        await show(page, view);
        await expect(page.getByRole('tabpanel', { name: text.views[view], exact: true })).not.toBeEmpty();
        if (view === 'run' && width > 1000) {
          await expect(page.getByTestId('story')).toBeInViewport({ ratio: 1 });
          expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
        }
        expect([view, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([view, width]);
        // Colours do not depend on the language.
        if (width === 1440) await expectNoViolation(page, `Chinese, ${view}`, ['light']);
      }
      const { height: tall } = (await switchTo(page, 'en').boundingBox())!;
      expect(tall).toBeGreaterThanOrEqual(width < 1000 ? 44 : 24);
    });
});
