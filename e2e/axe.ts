/** @file Checks a page with axe (https://github.com/dequelabs/axe-core), and whether it fits a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './page.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Axe = { run(within: string, options: RunOptions): Promise<AxeResults> };
type RunOptions = Parameters<AxeBuilder['options']>[0];

async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Axe reads computed colours, so the new theme must be drawn first.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Options of axe: violations only, and no loading of style sheets, which no rule in use needs. */
const OPTIONS = { resultTypes: ['violations'], preload: false } satisfies RunOptions;

/** Runs axe on the part of a page that `within` selects. Injects axe first if the page lacks it. */
async function results(page: Page, within: string, options: RunOptions): Promise<AxeResults> {
  const again = await page.evaluate(([part, asked]) => (globalThis as { axe?: Axe }).axe?.run(part, asked), [
    within,
    options,
  ] as const);
  // Legacy mode keeps axe from opening a second page, which a page of `browser.newPage()` cannot do.
  return again ?? (await new AxeBuilder({ page }).setLegacyMode().include(within).options(options).analyze());
}

let states = 0;

/**
 * Expects axe to find nothing. The theme alternates from state to state, because both themes share all layout rules and
 * most colours.
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

/** Smallest size of a touch target in CSS pixels, in each direction (WCAG 2.2, 2.5.5). */
const FINGER = 44;
/**
 * Controls that WCAG 2.2, 2.5.5 exempts: words in a text, ten bars that share the screen's width, and the tasks
 * and parts in the picture of the loop. Larger buttons also open these tasks and parts.
 */
const EXEMPT = '.skip, .term, .token, .matrix button, .node .plain, .bars .bar, .visually-hidden';

/** Lists visible controls that are smaller than a touch target. */
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

/** Expects every control to be large enough to touch, and the page not to scroll sideways. */
export async function expectFitsPhone(page: Page, state: string): Promise<void> {
  await expectNoSidewaysScroll(page, state);
  expect.soft(await smallControls(page), state).toEqual([]);
}
