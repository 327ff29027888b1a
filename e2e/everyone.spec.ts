/** @file The page works for everyone: axe finds nothing, a phone shows all of it, and the focus is never lost. */
import { expect, type Page } from '@playwright/test';
import { recordRun, tableSettings } from '../src/genenv/testing/record-run.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { openedText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { text } from '../src/text/text.ts';
import { VIEWS, isOpened, PANELS } from '../src/ui/frame/view-names.ts';
import { expectFitsPhone, expectNoViolation } from './axe.ts';
import { importFile, type PlaygroundPage, removeWebGpu, test, showLoop } from './page.ts';

type Open = (options?: { prepare?: (page: Page) => Promise<unknown> }) => Promise<PlaygroundPage>;
// Axe looks at every element in about thirty states, which takes long on a busy machine.
test.describe.configure({ timeout: 360_000 });

type Check = (page: Page, state: string, within?: string) => Promise<void>;

const DESK = { width: 1400, height: 1000 };
const PHONE = { width: 390, height: 844 };
/** Matches elements that a screen reader announces by itself. */
const LIVE = '[aria-live], [role=status], [role=log], [role=timer], output';

/** Opens the example, paused after an epoch. A stored run lies behind it, for the other parts of the page. */
async function openAll(open: Open, size?: { width: number; height: number }): Promise<PlaygroundPage> {
  const playground = await open({
    prepare: async (page) => {
      if (size) await page.setViewportSize(size);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await removeWebGpu(page);
    },
  });
  const { page } = playground;
  await expect(page.getByTestId('position')).toHaveText(/of 80/);
  return playground;
}

async function showEpoch({ page }: PlaygroundPage, epoch: number) {
  await page.getByLabel(text.controls.timeline).fill(String(epoch));
  await expect(page.getByTestId('position')).toHaveText(text.controls.position({ epoch: String(epoch), epochs: '80' }));
}

/** Visits every panel of the run page, its settings, and its dialogs. */
async function walkRunPage(playground: PlaygroundPage, check: Check) {
  const { page } = playground;
  await check(page, 'first visit');
  await page.getByRole('button', { name: text.problems.dismiss }).click();
  await showEpoch(playground, 80);
  await check(page, 'the story, before and after', '[data-testid=story-stage]');
  await showLoop(page);
  await showEpoch(playground, 74);
  for (const panel of PANELS) {
    await playground.panel(panel);
    await page.waitForLoadState('networkidle');
    await check(page, `panel ${panel}`, isOpened(panel) ? '#opened' : undefined);
  }
  await playground.panel('tasks');
  await page
    .getByRole('toolbar', { name: runText.loop.rollout({ index: '1' }), exact: true })
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: openedText.token.title })).toBeVisible();
  await check(page, 'a token', '[role=dialog]');
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: openedText.rewards.title }).getByRole('button').last().click();
  await check(page, 'rollouts of a reward', '#opened');
  await playground.panel('curves');
  await playground.values('success');
  await check(page, 'values of a curve', '[data-chart=success]');
  await playground.panel('circuit');
  await page.getByRole('group', { name: runText.circuit.label, exact: true }).locator('.term').first().focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await check(page, 'a term', '[role=tooltip]');
  await page.keyboard.press('Escape');
  await playground.openSettings();
  await playground.set('alpha', 'a half');
  await expect(playground.knobs.getByRole('alert')).toBeVisible();
  await playground.set('seed', 'a half');
  await expect(playground.setting('seed').getByRole('alert')).toBeVisible();
  await check(page, 'settings, one with a problem', '#opened');
  await check(page, 'knobs, one with a problem', '[data-testid=knobs]');
  await page.getByLabel(runText.settings.search, { exact: true }).fill('learning rate');
  // Four settings match: both learning rates, and two decays whose description mentions a learning rate.
  await expect(page.locator('#opened [data-setting]')).toHaveCount(4);
  await playground.panel('circuit');
}

test('axe finds nothing on the run page', async ({ open }) => {
  const playground = await openAll(open);
  await walkRunPage(playground, expectNoViolation);
  await playground.page.keyboard.press('?');
  await expectNoViolation(playground.page, 'keys', 'dialog[open]');
});

test('in the other parts axe finds nothing, on a phone they fit, and one region is live', async ({ open }) => {
  const playground = await openAll(open);
  const { page } = playground;
  const sizes = [DESK, PHONE];
  const check = async (state: string, within?: string) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await (size === DESK ? expectNoViolation : expectFitsPhone)(page, state, within);
    }
    await expect(page.locator(LIVE), state).toHaveCount(1);
    // The next view opens at the size that was checked last.
    sizes.reverse();
  };
  await importFile(
    playground,
    'table.jsonl',
    Buffer.from(writeEventLog(await recordRun(tableSettings({ epochs: 2 })))),
  );
  await expect(playground.status).toHaveText(text.replay.status.end({ epochs: 2 }));
  await importFile(playground, 'hello.zip', Buffer.from('hello'));
  await expect(page.getByRole('alert')).toBeVisible();
  await check('a file that is none');
  for (const view of VIEWS) {
    await playground.view(view);
    await page.waitForLoadState('networkidle');
    await check(`part ${view}`, view === 'run' || view === 'lab' ? undefined : `[data-view=${view}]`);
  }
});

test('axe finds nothing in a lesson and in an embed', async ({ open }) => {
  const playground = await openAll(open);
  const { page } = playground;
  await page.goto('/?lesson=why-half');
  await expect(page.getByTestId('position')).toHaveText(/epoch [1-9]\d* of 80/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('lesson-found')).not.toBeEmpty();
  await expectNoViolation(page, 'lesson, with what was found');
  await page.goto('/?embed&epoch=74');
  await expect(page.getByRole('group', { name: runText.circuit.label, exact: true })).toBeVisible();
  await expectNoViolation(page, 'embed');
});

test('on a phone the run page fits, and every control can be touched', async ({ open }) => {
  await walkRunPage(await openAll(open, PHONE), expectFitsPhone);
});

test('by keyboard alone into a part of a destination, and back; the focus stays on the link', async ({ open }) => {
  const playground = await openAll(open);
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
});

test('Back closes what is open; the lab has an address, its key, and the knobs', async ({ open }) => {
  const playground = await openAll(open);
  const { page } = playground;
  const { destination, part } = playground.link('lab');
  await playground.panel('tasks');
  await page.goBack();
  await expect(page.locator('#opened')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(part!).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(({ hash }) => hash === '#lab');
  await expect(playground.knobs).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('group', { name: runText.circuit.label, exact: true })).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(destination).not.toHaveAttribute('aria-current', /./);
  await page.reload();
  await page.goForward();
  await expect(part!).toHaveAttribute('aria-current', 'page');

  await test.step('what is open stays open on the way among the destinations', async () => {
    const go = (view: 'run' | 'lab' | 'lessons') => playground.link(view).destination.click();
    await playground.panel('tasks');
    await playground.values('success');
    await go('run');
    await expect(page.locator('#opened')).toHaveAccessibleName(text.panels.tasks);
    await go('lessons');
    await go('lab');
    await expect(playground.chart('success').getByRole('table')).toBeVisible();
  });
});

test('a figure follows the theme of the page', async ({ open }) => {
  const { page } = await open({
    address: '/#theory',
    prepare: async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await removeWebGpu(page);
    },
  });
  const paper = page.locator('[data-figure=theorem-1] svg > rect').first();
  const title = page.locator('[data-figure=theorem-1] svg > text').first();
  const fills = async () => {
    const fill = (element: Element) => getComputedStyle(element).fill;
    return [await paper.evaluate(fill), await title.evaluate(fill)];
  };
  expect(await fills()).toEqual(['rgb(26, 29, 34)', 'rgb(233, 231, 226)']);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await fills()).toEqual(['rgb(255, 255, 255)', 'rgb(27, 27, 31)']);
});

test('with forced colours, right and wrong, the band and the current tab are told apart', async ({ open }) => {
  const playground = await openAll(open);
  const { page } = playground;
  await page.emulateMedia({ forcedColors: 'active' });
  await showLoop(page);
  await showEpoch(playground, 74);
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
