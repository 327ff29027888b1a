/** @file Uses the page as a visitor does. Each test opens its own pages, so tests pass alone and in any order. */
import { readFile } from 'node:fs/promises';
import { test as base, expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { LoggedEvent } from '../src/store/run-store.ts';
import { presetSettings, type PresetName } from '../src/genenv/settings/presets.ts';
import type { SettingName, Settings } from '../src/genenv/settings/settings.ts';
import { writeEventLog } from '../src/store/event-log.ts';
import { shareQuery } from '../src/ui/address/share-url.ts';
import { runsText } from '../src/text/later.ts';
import { runText } from '../src/text/run.ts';
import { firstMinute, text } from '../src/text/text.ts';
import { KNOBS } from '../src/ui/pages/run/settings/tuning.ts';
import { destinationOf, type View, viewsOf, isOpened, type Opened, type Panel } from '../src/ui/frame/view-names.ts';

type PageWords = Pick<typeof text, 'views'>;

export const DESK = { width: 1440, height: 900 };
export const SMALL_DESK = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };

interface OpenOptions {
  address?: string;
  /** Prepares the page before it is loaded. */
  prepare?: (page: Page) => Promise<unknown>;
  /** True if the test makes something fail, so that the browser may report errors. */
  failsOnPurpose?: boolean;
}

/** Returns the address of a run with a preset's settings, so that the page loads no other models first. */
export const presetAddress = (preset: PresetName, changes: Partial<Settings> = {}): string =>
  `/?${shareQuery({ settings: { ...presetSettings(preset), ...changes }, hidden: [] })}`;

/** Returns the address of a run with small epochs: few tasks, and one held-out answer per level. */
export const smallRun = (changes: Partial<Settings> = {}): string =>
  presetAddress('quick', { tasksPerEpoch: 4, evalTasks: 1, evalSamples: 1, ...changes });

export const removeWebGpu = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    delete (Navigator.prototype as { gpu?: GPU }).gpu;
  });

/** Keeps the recorded run from playing by itself. Removes WebGPU, so that no other run can play. */
export async function still(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await removeWebGpu(page);
}

/** Expects that the page does not scroll sideways. Polls, because charts redraw just after a resize. */
export const expectNoSidewaysScroll = (page: Page, state?: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBe(0);

/** Lists the texts that overflow their card, in the picture of the loop and in the curves. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.circuit .node :is(dt, dd), .curves text')].flatMap((one) => {
      const card = one.closest('.node, figure')!.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(one);
      const { right, bottom } = words.getBoundingClientRect();
      return right > card.right || bottom > card.bottom ? [one.textContent] : [];
    }),
  );

/** Matches the scripts that a page loads only when it uses a hub. */
export const HUB_CODE = /\/assets\/(hub|HubForm)/i;

/** Ids of the charts to compare between runs. */
const CHARTS = ['success', 'held-out', 'levels', 'reward', 'lengths'];

/** Switches from the story of the recorded run to the picture of the loop. */
export const showLoop = (page: Page) => page.getByRole('button', { name: firstMinute.loop, exact: true }).click();

export const replayBar = (page: Page) => page.getByTestId('replay');
export const runsTable = (page: Page) => page.getByRole('table', { name: runsText.table });

export class PlaygroundPage {
  readonly complaints: string[] = [];
  /** Addresses that the page and its workers have requested. */
  readonly requests: string[] = [];

  constructor(readonly page: Page) {
    page.on('request', (request) => this.requests.push(request.url()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
  }

  get status() {
    return this.page.getByTestId('status');
  }

  get run() {
    return this.button(text.controls.run);
  }

  /** Returns the button that leaves the recorded example for a new run. */
  get begin() {
    return this.button(text.replay.begin);
  }

  get pause() {
    return this.button(text.controls.pause);
  }

  get timeline() {
    return this.page.getByLabel(text.controls.timeline);
  }

  /** Returns the element that names the epoch shown. */
  get position() {
    return this.page.getByTestId('position');
  }

  /** Returns the picture of the loop. */
  get picture() {
    return this.page.getByRole('group', { name: runText.circuit.label, exact: true });
  }

  /** Returns the tokens of a rollout of the open task. */
  rollout(index: number) {
    return this.page.getByRole('toolbar', { name: runText.loop.rollout({ index: String(index) }), exact: true });
  }

  async expectEpoch(epoch: number, epochs = 80) {
    const position = text.controls.position({ epoch: String(epoch), epochs: String(epochs) });
    await expect(this.position).toHaveText(position);
  }

  /** Shows an epoch of the recorded example. */
  async seek(epoch: number) {
    await this.timeline.fill(String(epoch));
    await this.expectEpoch(epoch);
  }

  dismissProblem() {
    return this.button(text.problems.dismiss).click();
  }

  /** Dismisses the notice below the paused example, and shows an epoch of the example in the picture of the loop. */
  async seekInLoop(epoch: number) {
    await this.dismissProblem();
    await showLoop(this.page);
    await this.seek(epoch);
  }

  /** Finds the links to a view: the link of its destination, and the link of its part if there are several parts. */
  link(view: View, words: PageWords = text) {
    const destination = destinationOf(view);
    const { destinations } = words.views;
    const nav = (name: string) => this.page.getByRole('navigation', { name, exact: true });
    const link = (within: string, name: string) => nav(within).getByRole('link', { name, exact: true });
    return {
      destination: link(words.views.label, destinations[destination]),
      part: viewsOf(destination).length > 1 ? link(destinations[destination], words.views[view]) : undefined,
    };
  }

  part(view: View) {
    return this.page.locator(`[data-view=${view === 'lab' ? 'run' : view}]`);
  }

  async view(view: View, words: PageWords = text) {
    const { destination, part } = this.link(view, words);
    await destination.click();
    await part?.click();
    await expect(part ?? destination).toHaveAttribute('aria-current', 'page');
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until models are loaded and no stage runs. */
  async ready() {
    await expect(this.run).toBeVisible();
    await expect(this.status).toContainText(/^(Ready|Paused|Finished)/);
  }

  /** Waits until a run has begun by itself, and pauses the run. */
  async pauseBegun() {
    await this.pause.click();
    await this.ready();
  }

  async epochs(): Promise<number> {
    return Number(await this.timeline.getAttribute('max'));
  }

  async stepStage() {
    await this.button(text.controls.stepStage).click();
    await this.ready();
  }

  async stepEpoch() {
    await this.button(text.controls.stepEpoch).click();
    await this.ready();
  }

  async reset() {
    await this.button(text.controls.reset).click();
    await this.ready();
  }

  opener(name: Opened) {
    return this.page.getByRole('button', { name: text.panels[name], exact: true });
  }

  /** Shows a panel beside the picture, the picture alone (`circuit`), or the charts in the lab (`curves`). */
  async panel(name: Panel) {
    if (name === 'curves') return this.view('lab');
    await this.view('run');
    const opened = this.page.locator('[aria-controls=opened][aria-expanded=true]');
    if (!isOpened(name)) {
      if (await opened.count()) await opened.click();
      return;
    }
    const opener = this.opener(name);
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    await expect(this.page.locator('#opened')).toBeVisible();
  }

  setting(name: SettingName) {
    return this.page.locator(`[data-setting=${name}]`).filter({ visible: true });
  }

  async openSettings() {
    await this.panel('settings');
    await expect(this.page.locator('#opened [data-setting]').first()).toBeVisible();
  }

  get knobs() {
    return this.page.getByTestId('knobs').filter({ visible: true });
  }

  async set(name: SettingName, value: string) {
    if (!KNOBS.some((knob) => knob === name)) await this.openSettings();
    const box = this.setting(name).getByRole('textbox');
    await box.fill(value);
    await box.press('Enter');
  }

  chart(id: string) {
    return this.page.locator(`[data-chart=${id}]`);
  }

  /** Returns the numbers in a chart's table, one row per epoch. */
  async values(id: string): Promise<string[]> {
    await this.panel('curves');
    const figure = this.chart(id);
    await figure.scrollIntoViewIfNeeded();
    const open = await figure.locator('details').getAttribute('open');
    if (open === null) await figure.getByText(runText.charts.values).click();
    const rows = figure.locator('tbody tr');
    await expect(rows).not.toHaveCount(0);
    return rows.allInnerTexts();
  }

  async allValues(): Promise<Record<string, string[]>> {
    const all: Record<string, string[]> = {};
    for (const id of CHARTS) all[id] = await this.values(id);
    return all;
  }
}

/** Presses Tab, or Shift+Tab, until a control with this name has the focus. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 200; presses++) {
    const focused = page.locator(':focus');
    const called =
      (await focused.count()) &&
      ((await focused.getAttribute('aria-label')) ?? (await focused.innerText().catch(() => ''))).trim();
    if (called === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} is not reached by ${key}.`);
}

/** Presses a button and returns the file that it saves. */
export async function saved(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path());
}

/** Returns the file of the newest stored run, saved from the list of stored runs. */
export const saveRun = ({ page }: PlaygroundPage): Promise<Buffer> =>
  saved(
    page,
    runsTable(page)
      .getByRole('button', { name: new RegExp(`^${runsText.export}:`) })
      .first(),
  );

export async function importFile(playground: PlaygroundPage, name: string, buffer: Buffer) {
  await playground.view('runs');
  // Search only this region, because another view with a field of the same name may still be on screen.
  await playground.page
    .getByRole('region', { name: runsText.title, exact: true })
    .getByLabel(runsText.import.files)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Imports the log of a run, and expects the page to show the end of the run. */
export async function importLog(playground: PlaygroundPage, events: readonly LoggedEvent[], name = 'table.jsonl') {
  await importFile(playground, name, Buffer.from(writeEventLog(events)));
  const epochs = events.filter(({ type }) => type === 'epoch-ended').length;
  await expect(playground.status).toHaveText(text.replay.status.end({ epochs }));
}

/** Exports the newest stored run, imports it in another page, and expects the same curves. */
export async function expectSameElsewhere(playground: PlaygroundPage, elsewhere: PlaygroundPage) {
  const curves = await playground.allValues();
  await playground.view('runs');
  await importFile(elsewhere, 'run.zip', await saveRun(playground));
  await expect(replayBar(elsewhere.page)).toContainText(text.replay.stored);
  await expect(elsewhere.status).toHaveText(text.replay.status.end({ epochs: curves.success.length }));
  expect(await elsewhere.allValues()).toEqual(curves);
}

/** Context that the tests of one process and locale share, so that the page's scripts stay cached. */
let shared: { context: BrowserContext; locale?: string } | undefined;

/** Opens a page with an empty database in the shared context. */
async function openShared(browser: Browser, baseURL: string, locale?: string): Promise<Page> {
  if (shared?.locale !== locale || !shared?.context.browser()?.isConnected()) {
    await shared?.context.close();
    shared = { context: await browser.newContext(), locale };
    // A window that stays open opens each further page as a tab, which is faster.
    await shared.context.newPage();
  }
  const page = await shared.context.newPage();
  const session = await shared.context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' });
  await session.detach();
  return page;
}

/** Provides `open`, which opens pages with an empty database. Closes them after the test and expects no error. */
export const test = base.extend<{ open: (options?: OpenOptions) => Promise<PlaygroundPage> }>({
  open: async ({ browser, baseURL, locale }, use) => {
    const opened: { playground: PlaygroundPage; failsOnPurpose: boolean }[] = [];
    await use(async ({ address = '/', prepare, failsOnPurpose = false } = {}) => {
      const page = opened.length === 0 ? await openShared(browser, baseURL!, locale) : await browser.newPage();
      const playground = new PlaygroundPage(page);
      opened.push({ playground, failsOnPurpose });
      await prepare?.(page);
      await page.goto(address);
      return playground;
    });
    for (const { playground, failsOnPurpose } of opened) {
      if (!failsOnPurpose) expect(playground.complaints).toEqual([]);
      await playground.page.close();
    }
  },
});
