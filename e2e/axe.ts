/** @file What axe (https://github.com/dequelabs/axe-core) finds on a page, and what does not fit on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Axe = { run(within: string, options: RunOptions): Promise<AxeResults> };
type RunOptions = Parameters<AxeBuilder['options']>[0];

async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Colours are compared once they are drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Only violations are worked out; no rule in use needs style sheets loaded again. */
const OPTIONS = { resultTypes: ['violations'], preload: false } satisfies RunOptions;

/** A page is given axe once, and asked in every state. */
async function results(page: Page, within: string, options: RunOptions): Promise<AxeResults> {
  const again = await page.evaluate(([part, asked]) => (globalThis as { axe?: Axe }).axe?.run(part, asked), [
    within,
    options,
  ] as const);
  // Legacy mode: a page of `browser.newPage()` cannot open the second one in which axe would put its results together.
  return again ?? (await new AxeBuilder({ page }).setLegacyMode().include(within).options(options).analyze());
}

let states = 0;

/**
 * Every state is checked in one theme, in turn: both themes share all rules of layout, and most of their colours.
 * @param state what the page shows, for the report
 * @param within selects the part that is new in this state; default: the whole page
 */
export async function expectNoViolation(page: Page, state: string, within = 'html'): Promise<void> {
  const theme = THEMES[states++ % THEMES.length];
  await showTheme(page, theme);
  const found = (await results(page, within, OPTIONS)).violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any }) => `${id}: ${help}: ${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`,
    ),
  );
  expect.soft(found, `${state}, ${theme}`).toEqual([]);
}

/** CSS pixels that a finger needs in each direction. */
const FINGER = 44;
/**
 * Exceptions of WCAG 2.2, 2.5.5: words of a text (links, terms, tokens); what can be opened elsewhere (the tasks and parts of
 * the picture, from the buttons above it); ten bars that share one width.
 */
const EXEMPT = '.skip, .term, .token, .matrix button, .node .plain, .bars .bar, .visually-hidden';

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
  // Charts are drawn anew a moment after the page has its width.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBe(0);
  expect.soft(await smallControls(page), state).toEqual([]);
}
