/** @file The page in Chinese and Korean. Doors speak English here, so words are asked of each language’s folder. */
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '../src/text/languages.ts';
import * as english from '../src/text/en/text.ts';
import * as korean from '../src/text/ko/text.ts';
import * as chinese from '../src/text/zh/text.ts';
import { PANELS } from '../src/ui/state/panels.ts';
import { VIEWS } from '../src/ui/frame/view-names.ts';
import { expectNoViolation } from './axe.ts';
import { presetAddress, removeWebGpu, test } from './page.ts';

test.use({ locale: 'zh-CN' });
const text = chinese;

const EDITIONS = {
  zh: { name: 'Chinese', locale: 'zh-CN', words: chinese, theorem: /^定理 1：/ },
  ko: { name: 'Korean', locale: 'ko-KR', words: korean, theorem: /^정리 1:/ },
} as const;

const switchTo = (page: Page, language: keyof typeof LANGUAGES) =>
  page.getByRole('button', { name: LANGUAGES[language].name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('in the middle of a run another language changes the words, and nothing else', async ({ open }) => {
  test.slow();
  // More epochs than the test takes.
  const playground = await open({ address: presetAddress('quick', { epochs: 400 }) });
  const { page } = playground;
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
  await playground.panel('tasks', text);
  await page.locator('ol.tasks > li > button').nth(2).click();
  await page.getByRole('button', { name: text.controls.settings, exact: true }).click();
  await alpha.fill('0.');
  await page.setViewportSize({ width: 800, height: 500 });
  await task.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    Object.assign(window, { marker: true });
  });
  const scroller = page.locator('#opened .body:has(.detail)');
  /** Pixels: what is read stays where it is in the part that scrolls, though lines above it are longer or shorter now. */
  const place = async () => (await task.boundingBox())!.y - (await scroller.boundingBox())!.y;
  const placeBefore = await place();
  expect(await scroller.evaluate((content) => content.scrollTop)).toBeGreaterThan(0);
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
    await expect(page).toHaveTitle(words.frame.title);
    await expect(playground.opener('tasks', words)).toHaveAttribute('aria-expanded', 'true');
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
  const playground = await open({ prepare: removeWebGpu });
  const { page } = playground;
  const timeline = (words: typeof text | typeof english) => page.getByLabel(words.controls.timeline);
  await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
  await timeline(text).fill('74');
  await page.getByRole('button', { name: text.link.copy, exact: true }).click();
  for (const panel of PANELS) await playground.panel(panel, text);
  for (const view of VIEWS) {
    await playground.view(view, text);
    await expect(playground.part(view)).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
  }
  await playground.view('run', text);
  const settings = page.getByRole('button', { name: text.controls.settings, exact: true });
  if ((await settings.getAttribute('aria-expanded')) === 'false') await settings.click();
  const alpha = page.locator('[data-setting=alpha]');
  await alpha.getByRole('textbox').fill('7');
  await alpha.getByRole('textbox').press('Enter');
  await expect(alpha.getByRole('alert')).toBeVisible();

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
  await expect(alpha.getByRole('alert')).toContainText('from 0 to 1');
  for (const view of VIEWS) {
    // The lab comes with the panels below.
    if (view === 'lab') continue;
    await playground.view(view, english);
    await expect(playground.part(view)).toBeVisible();
    await expect.poll(() => left(), view).toEqual([]);
  }
  for (const panel of PANELS) {
    await playground.panel(panel, english);
    // A chart is drawn while it is on the screen.
    for (const chart of await page.locator('[data-chart]:visible').all()) {
      await chart.scrollIntoViewIfNeeded();
      await expect.poll(() => left(chart)).toEqual([]);
    }
    await expect.poll(() => left(), panel).toEqual([]);
  }
});

for (const edition of ['zh', 'ko'] as const) {
  const { name, locale, words, theorem } = EDITIONS[edition];
  const { firstMinute } = words;
  const text = words;
  test.describe(name, () => {
    test.use({ locale });

    test(`a browser in ${name} reads it; a person changes to English, which stays`, async ({ open }) => {
      const playground = await open({ prepare: removeWebGpu });
      const { page } = playground;
      await test.step(`${name}, and its words in what a thread draws`, async () => {
        await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES[edition].tag);
        await expect(link(page, text.views.destinations.run)).toBeVisible();
        await expect(page.getByText(text.problems.noWebGpu.cause)).toBeVisible();

        await playground.view('models', text);
        // Sizes of models are written as in English.
        await expect(page.getByText('22.8K', { exact: true }).first()).toBeVisible();

        await playground.view('theory', text);
        await expect(page.getByRole('img', { name: theorem })).toBeVisible();
      });

      await test.step('English', async () => {
        await expect(switchTo(page, 'en')).toHaveAttribute('lang', LANGUAGES.en.tag);
        await switchTo(page, 'en').click();
        await expect(link(page, english.views.theory)).toBeVisible();
        // The thread that drew speaks the language before.
        await expect(page.getByRole('img', { name: /^Theorem 1:/ })).toBeVisible();
        await page.reload();
        await expect(link(page, english.views.theory)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGES.en.tag);
        await expect(switchTo(page, edition)).toHaveAttribute('lang', LANGUAGES[edition].tag);
      });
    });

    test(`in ${name} nothing is wider than the screen, on desks and on a phone, and axe finds nothing`, async ({
      open,
    }) => {
      test.slow();
      const playground = await open({ prepare: removeWebGpu });
      const { page } = playground;
      await page.getByRole('button', { name: text.controls.pause, exact: true }).click();
      await expectNoViolation(page, `${name}, a problem`, ['light']);
      await page.getByRole('button', { name: text.problems.dismiss }).click();
      await page.getByLabel(text.controls.timeline).fill('74');
      await expect(page.getByTestId('position')).toHaveText(text.controls.position('74', '80'));
      for (const panel of PANELS) {
        await playground.panel(panel, text);
        await page.waitForLoadState('networkidle');
        await expectNoViolation(page, `${name}, panel ${panel}`, ['light']);
      }
      await playground.panel('circuit', text);
      await page.getByRole('button', { name: firstMinute.loop, exact: true }).click();
      for (const [width, height] of [
        [1440, 900],
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
            // Charts are drawn anew a moment after the page has its width.
            await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), view).toBe(width);
            // Colours do not depend on the language.
            if (width === 1440) await expectNoViolation(page, `${name}, ${view}`, ['light']);
          }
          const { height: tall } = (await switchTo(page, 'en').boundingBox())!;
          expect(tall).toBeGreaterThanOrEqual(width < 1000 ? 44 : 24);
        });
    });
  });
}
