/**
 * @file The page in Chinese: the browser's language chooses it, a person changes it, and nothing is cut. It needs no GPU.
 *
 * The doors speak English here, as headless, so the words are asked of the folders of both languages.
 */
import { expect, type Page } from '@playwright/test';
import manifest from '../models/manifest.json' with { type: 'json' };
import { LANGUAGES } from '../src/text/languages.ts';
import { text as english } from '../src/text/en/text.ts';
import { firstMinute, text } from '../src/text/zh/text.ts';
import { PANELS } from '../src/ui/state/panels.ts';
import { type View, VIEWS } from '../src/ui/frame/view-names.ts';
import { expectNoViolation } from './axe.ts';
import { presetAddress, removeWebGpu, test } from './page.ts';

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
    // The thread that drew speaks Chinese.
    await expect(page.getByRole('img', { name: /^Theorem 1:/ })).toBeVisible();
    await page.reload();
    await expect(tab(page, english.views.theory)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
    await expect(switchTo(page, 'zh')).toHaveAttribute('lang', LANGUAGES.zh.tag);
  });
});

test('in the middle of a run another language changes the words, and nothing else', async ({ open }) => {
  test.slow();
  // More epochs than the test takes.
  const { page } = await open({ address: presetAddress('quick', { epochs: 400 }) });
  const status = page.getByTestId('status');
  const alpha = page.locator('[data-setting=alpha]').getByRole('textbox');
  const task = page.locator('li:has(.detail)');
  /** Everything that must stay, as it is now. */
  const state = () =>
    page.evaluate(() => ({
      typed: document.querySelector<HTMLInputElement>('[data-setting=alpha] input[type=text]')!.value,
      task: document.querySelector('li:has(.detail) .mono')!.textContent,
      isSamePage: 'marker' in window,
    }));
  const epochIn = async (words: typeof text | typeof english) => {
    const place = new RegExp(words.loop.epoch('(\\d+)'));
    await expect(status).toContainText(place);
    return Number(place.exec(await status.innerText())![1]);
  };

  await page.getByRole('button', { name: text.controls.run, exact: true }).click();
  await expect.poll(() => epochIn(text)).toBeGreaterThan(1);
  // The first epoch stays shown while the run goes on.
  await page.getByLabel(text.controls.timeline).fill('1');
  await tab(page, text.panels.tasks).click();
  await page.locator('ol.tasks > li > button').nth(2).click();
  await page.getByRole('button', { name: text.controls.settings, exact: true }).click();
  await alpha.fill('0.');
  await page.setViewportSize({ width: 800, height: 500 });
  await task.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    Object.assign(window, { marker: true });
  });
  /** Pixels: what is read stays where it is, though lines above it are longer or shorter now. */
  const place = async () => (await task.boundingBox())!.y;
  const placeBefore = await place();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const before = await state();
  expect(before.typed).toBe('0.');

  let reached = 2;
  for (const [to, words] of [
    ['en', english],
    ['zh', text],
  ] as const) {
    // A click would scroll to it, and take the focus from what is being typed.
    await switchTo(page, to).evaluate((button: HTMLElement) => button.click());
    await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[to].tag);
    await expect(page).toHaveTitle(words.title);
    await expect(tab(page, words.panels.tasks)).toHaveAttribute('aria-selected', 'true');
    await expect(task).toContainText(words.loop.readByEnvironment);
    expect(await state()).toEqual({ ...before, isSamePage: true });
    expect(Math.abs((await place()) - placeBefore)).toBeLessThan(20);
    const now = await epochIn(words);
    expect(now).toBeGreaterThanOrEqual(reached);
    await expect.poll(() => epochIn(words)).toBeGreaterThan(now);
    reached = now + 1;
  }
  await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
});

test('nothing that was shown in Chinese stays Chinese', async ({ open }) => {
  test.slow();
  const { page } = await open({ prepare: removeWebGpu });
  const timeline = (words: typeof text | typeof english) => page.getByLabel(words.controls.timeline);
  await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
  await timeline(text).fill('74');
  await page.getByRole('button', { name: text.controls.settings, exact: true }).click();
  const alpha = page.locator('[data-setting=alpha]').getByRole('textbox');
  await alpha.fill('7');
  await alpha.press('Enter');
  await expect(page.locator('[data-setting=alpha]').getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: text.link.copy, exact: true }).click();
  for (const panel of PANELS) await tab(page, text.panels[panel]).click();
  for (const view of VIEWS) {
    await show(page, view);
    await expect(page.getByRole('tabpanel', { name: text.views[view], exact: true })).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
  }

  await switchTo(page, 'en').click();
  await expect(switchTo(page, 'zh')).toBeFocused();
  /** Shown texts and attributes with a Chinese character, but for the language's own name. */
  const left = (part = page.locator('body')) =>
    part.evaluate((shown) => {
      const han = /\p{Script=Han}/u;
      const elements = [...shown.querySelectorAll('*:not(script, style, button[lang])')];
      return elements
        .filter((element) => element.checkVisibility())
        .flatMap((element) => {
          const texts = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
          return [...texts, ...[...element.attributes].map(({ value }) => value)];
        })
        .filter((one) => han.test(one));
    });
  for (const view of VIEWS) {
    if (view === 'run') continue;
    await page.evaluate((name) => void (location.hash = name), view);
    await expect(page.getByRole('tabpanel', { name: english.views[view], exact: true })).toBeVisible();
    await expect.poll(() => left(), view).toEqual([]);
  }
  await page.getByRole('tab', { name: english.views.run, exact: true }).click();
  for (const panel of PANELS) {
    await page.getByRole('tab', { name: english.panels[panel], exact: true }).click();
    // A chart is drawn while it is on the screen.
    for (const chart of await page.locator('[data-chart]:visible').all()) {
      await chart.scrollIntoViewIfNeeded();
      await expect.poll(() => left(chart)).toEqual([]);
    }
    await expect.poll(() => left(), panel).toEqual([]);
  }
  await expect(page.locator('[data-setting=alpha]').getByRole('alert')).toBeVisible();
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
  await page.getByRole('button', { name: firstMinute.loop, exact: true }).click();
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
