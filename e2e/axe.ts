/**
 * @file What axe (https://github.com/dequelabs/axe-core) finds on a page, in both themes, and what does not fit on a phone.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Theme = 'light' | 'dark';

async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Colours are compared once they are drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Legacy mode: a page of `browser.newPage()` cannot open the second one in which axe would put its results together. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

/** Violations as sentences. Every rule is checked in the light theme; in the dark one those of colour, which alone changes. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    const results = await (theme === 'light' ? axe(page) : axe(page).withRules(['color-contrast'])).analyze();
    for (const { id, help, nodes } of results.violations)
      for (const { target, any } of nodes)
        found.push(`${theme}: ${id}: ${help}: ${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`);
  }
  return found;
}

/** @param state what the page shows, for the report */
export async function expectNoViolation(page: Page, state: string): Promise<void> {
  expect.soft(await violations(page), state).toEqual([]);
}

/** CSS pixels that a finger needs in each direction. */
const FINGER = 44;
/**
 * Exceptions of WCAG 2.2, 2.5.5: words of a text (links, terms, tokens); what can be opened elsewhere (the tasks of the
 * picture, in the panel of tasks); ten bars that share one width.
 */
const EXEMPT = '.skip, .term, .token, .matrix button, .bars .bar, .visually-hidden';

/** Visible controls that are smaller than a finger. */
const smallControls = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([least, exempt]) => {
      const controls = 'button, select, summary, textarea, a[href], input';
      return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
        const choice = element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
        const { width, height } = ((choice && element.labels?.[0]) || element).getBoundingClientRect();
        const inSentence = getComputedStyle(element).display === 'inline' && element.matches('a, button');
        const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1;
        if (!shown || inSentence || element.closest(exempt) || (width >= least - 0.5 && height >= least - 0.5))
          return [];
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
        const what = `${element.tagName.toLowerCase()}.${element.className} “${name.slice(0, 40)}”`;
        return [`${what}: ${Math.round(width)} × ${Math.round(height)}`];
      });
    },
    [FINGER, EXEMPT] as const,
  );

/** Every control can be touched, and nothing lies beside the screen. */
export async function expectFitsPhone(page: Page, state: string): Promise<void> {
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBe(0);
  expect.soft(await smallControls(page), state).toEqual([]);
}
