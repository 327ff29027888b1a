/** @file The page works for everyone: axe finds nothing, a phone shows all of it, and the focus is never lost. */
import { expect, type Page } from '@playwright/test';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { openedText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { VIEWS, isOpened, PANELS } from '../src/ui/frame/view-names.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { DESK, importFile, importLog, PHONE, showLoop, still, test } from './page.ts';

// Axe looks at every element in about thirty states, which takes long on a busy machine.
test.describe.configure({ timeout: 360_000 });

/** Selector of elements that a screen reader announces by itself. */
const LIVE = '[aria-live], [role=status], [role=log], [role=timer], output';

/** Returns a function that expects no axe violation on a desktop, a layout that fits a phone, and one live region. */
function checkOf(page: Page) {
  const sizes = [DESK, PHONE];
  return async (state: string, within?: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await (size === DESK ? expectNoViolation : expectFitsPhone)(page, state, within);
    }
    await expect(page.locator(LIVE), state).toHaveCount(1);
    // Start the next state at the size that was checked last, which saves a resize.
    sizes.reverse();
  };
}

test('the run page passes axe, fits a phone, and shows right and wrong in forced colours', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  const check = checkOf(page);
  await expect(playground.position).toHaveText(/of 80/);
  await check('first visit');
  await playground.dismissProblem();
  await playground.seek(80);
  await check('the story, before and after', '[data-testid=story-stage]');
  await showLoop(page);
  await playground.seek(74);
  for (const panel of PANELS) {
    await playground.panel(panel);
    await page.waitForLoadState('networkidle');
    await check(`panel ${panel}`, isOpened(panel) ? '#opened' : panel === 'circuit' ? '#loop' : '.lab');
  }
  await playground.panel('tasks');
  await playground.rollout(1).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: openedText.token.title })).toBeVisible();
  await check('a token', '[role=dialog]');
  await page.keyboard.press('Escape');
  await playground.panel('curves');
  await playground.values('success');
  await check('values of a curve', '[data-chart=success]');
  await playground.panel('circuit');
  await playground.picture.locator('.term').first().focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await check('a term', '[role=tooltip]');
  await page.keyboard.press('Escape');
  await playground.openSettings();
  await playground.set('alpha', 'a half');
  await expect(playground.knobs.getByRole('alert')).toBeVisible();
  await playground.set('seed', 'a half');
  await expect(playground.setting('seed').getByRole('alert')).toBeVisible();
  await check('settings, one with a problem', '#opened');
  await check('knobs, one with a problem', '[data-testid=knobs]');
  await page.getByLabel(runText.settings.search, { exact: true }).fill('learning rate');
  // Four settings match: both learning rates, and two decays whose description mentions a learning rate.
  await expect(page.locator('#opened [data-setting]')).toHaveCount(4);
  await playground.panel('circuit');
  await page.keyboard.press('?');
  await expectNoViolation(page, 'keys', 'dialog[open]');
  await page.keyboard.press('Escape');

  await page.emulateMedia({ forcedColors: 'active' });
  const style = (selector: string, name: 'background-color' | 'border-bottom-color' | 'outline-style') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect(await style('.dots .right', 'background-color')).not.toBe(await style('.dots .wrong', 'background-color'));
  expect(await style('.kept button', 'outline-style')).toBe('dashed');
  expect(await style('li:not(.kept) > button[aria-label]:not([aria-current])', 'outline-style')).toBe('none');
  expect(await style('nav a[aria-current]', 'border-bottom-color')).not.toBe(
    await style('nav a:not([aria-current])', 'border-bottom-color'),
  );
});

test('keys and Back move between the parts, which pass axe and fit a phone', async ({ open }) => {
  const playground = await open({ prepare: still });
  const { page } = playground;
  const run = playground.link('run').destination;
  const { destination, part: pools } = playground.link('pools');
  const shown = (hash: string) => expect(page).toHaveURL(({ hash: now }) => now === hash);
  await run.focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  await expect(destination).toBeFocused();
  await page.keyboard.press('Enter');
  await shown('#runs');
  await pools!.focus();
  await page.keyboard.press('Enter');
  await shown('#pools');
  await expect(pools!).toBeFocused();
  await expect(pools!).toHaveAttribute('aria-current', 'page');

  await test.step('the link of a destination leads to the part that was shown last', async () => {
    await run.focus();
    await page.keyboard.press('Enter');
    await shown('');
    await destination.focus();
    await page.keyboard.press('Enter');
    await shown('#pools');
    await page.goBack();
    await shown('');
    await expect(run).toHaveAttribute('aria-current', 'page');
  });

  await test.step('Back closes an open panel, and leaves the lab', async () => {
    const { destination: labs, part: lab } = playground.link('lab');
    await playground.panel('tasks');
    await page.goBack();
    await expect(page.locator('#opened')).toHaveCount(0);
    await page.keyboard.press('c');
    await expect(lab!).toHaveAttribute('aria-current', 'page');
    await shown('#lab');
    await expect(playground.knobs).toBeInViewport({ ratio: 1 });
    await expect(playground.picture).toBeInViewport({ ratio: 1 });
    await page.goBack();
    await expect(labs).not.toHaveAttribute('aria-current', /./);
    await page.reload();
    await page.goForward();
    await expect(lab!).toHaveAttribute('aria-current', 'page');
  });

  await test.step('an open panel stays open when the destination changes', async () => {
    const go = (view: 'run' | 'lab' | 'lessons') => playground.link(view).destination.click();
    await playground.panel('tasks');
    await playground.values('success');
    await go('run');
    await expect(page.locator('#opened')).toHaveAccessibleName(text.panels.tasks);
    await go('lessons');
    await go('lab');
    await expect(playground.chart('success').getByRole('table')).toBeVisible();
  });

  await test.step('axe finds nothing in the parts, and a phone fits them', async () => {
    const check = checkOf(page);
    await importLog(playground, await recordRun(tableSettings({ epochs: 2 })));
    await importFile(playground, 'hello.zip', Buffer.from('hello'));
    await expect(page.getByRole('alert')).toBeVisible();
    await check('a file that is none', '[data-view=runs]');
    for (const view of VIEWS.filter((name) => name !== 'run' && name !== 'lab')) {
      await playground.view(view);
      await page.waitForLoadState('networkidle');
      await check(`part ${view}`, `[data-view=${view}]`);
    }
  });
});
