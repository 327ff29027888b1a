/**
 * @file Tests the built page in the installed Firefox, through WebDriver BiDi, with real WebGPU. `npm run e2e:firefox`
 * finds Firefox and a Vulkan driver, and runs these tests with vitest, because Playwright drives only its own Firefox.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { servePage } from '../scripts/page-server.mjs';
import { viewRun } from '../src/analysis/run-view.ts';
import { example } from '../src/analysis/testing/example-run.ts';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import { lessonMoments } from '../src/lessons/lessons.ts';
import { lessons, runsText } from '../src/text/later.ts';
import { text } from '../src/text/text.ts';
import { shareQuery } from '../src/ui/address/share-url.ts';
import { VIEWS } from '../src/ui/frame/view-names.ts';

const downloads = mkdtempSync(join(tmpdir(), 'genenv-firefox-'));
const QUICK = `?${shareQuery({ settings: presetSettings('quick'), hidden: [] })}`;
/** The unit tests (`npm test`) write their WGSL kernels to this file. */
const KERNELS = 'test-results/kernels.jsonl';

let browser: Browser;
let server: Awaited<ReturnType<typeof servePage>>;
const complaints: string[] = [];

beforeAll(async () => {
  server = await servePage({ port: 0 });
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH,
    defaultViewport: { width: 1400, height: 1000 },
    timeout: 120_000,
    extraPrefsFirefox: {
      'dom.webgpu.enabled': true,
      // Without this preference, Firefox uses no software adapter.
      'gfx.webgpu.ignore-blocklist': true,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  });
  console.log(await browser.version());
});

afterEach(async () => {
  for (const context of browser.browserContexts().slice(1)) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(downloads, { recursive: true });
});

/** Opens the page at an address, with an empty database. */
async function open(address = ''): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(240_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${server.addresses[0]}${address}`);
  return page;
}

const eventually = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 240_000, interval: 100 });
const testId = (name: string) => `[data-testid=${name}]`;
const labelled = (name: string) => `[aria-label=${JSON.stringify(name)}]`;
/** Returns the selector of an enabled button with this name. */
const button = (name: string) =>
  `::-p-xpath(//button[@aria-label="${name}" or normalize-space()="${name}" or span[1]="${name}"][not(@aria-disabled="true")])`;
const press = (page: Page, name: string) => page.locator(button(name)).click();
const isThere = async (page: Page, selector: string) => (await page.$(selector)) !== null;
const textOf = (page: Page, name: string) => page.$eval(testId(name), (one) => one.textContent);

const timeline = labelled(text.controls.timeline);
/** Returns the number of the newest epoch. */
const epochs = (page: Page) => page.$eval(timeline, (line) => Number((line as HTMLInputElement).max));
const epochShown = (page: Page) => page.$eval(timeline, (line) => Number((line as HTMLInputElement).value));
/** Waits until models are loaded and no stage runs. */
const ready = (page: Page) => page.waitForSelector(button(text.controls.stepStage));

async function step(page: Page, name: string) {
  await ready(page);
  await press(page, name);
  await ready(page);
}

it('plays the story, and then runs three epochs, pauses, and keeps the run after a reload', async () => {
  const page = await open();
  await page.waitForSelector(testId('story-stage'));
  await eventually(() => epochShown(page)).toBeGreaterThanOrEqual(2);
  await press(page, text.replay.begin);
  await page.waitForSelector(testId('begun'));
  await eventually(() => isThere(page, testId('replay'))).toBe(false);
  await eventually(() => epochs(page)).toBeGreaterThanOrEqual(3);
  await press(page, text.controls.pause);
  // Finish the epoch first, because a reload drops an unfinished one.
  await step(page, text.controls.stepEpoch);
  const done = await epochs(page);
  await page.reload();
  await ready(page);
  expect(await epochs(page)).toBe(done);
});

it('steps by stages and epochs, takes a changed setting, and branches off', async () => {
  const page = await open(QUICK);
  await step(page, text.controls.stepEpoch);
  expect(await epochs(page)).toBe(1);
  await step(page, text.controls.stepStage);
  expect(await textOf(page, 'status')).toContain(text.stages['rolled-out'].name);

  const alpha = page.locator('[data-setting=alpha] input[type=text]');
  await alpha.fill('0.9');
  await page.keyboard.press('Enter');
  await eventually(() => textOf(page, 'status')).toContain(text.status.pending);
  await step(page, text.controls.stepEpoch);
  expect(await textOf(page, 'status')).not.toContain(text.status.pending);
  expect(await textOf(page, 'knob-line')).toContain('0.9');

  await press(page, text.controls.branch);
  await page.goto(`${server.addresses[0]}${QUICK}#runs`);
  await eventually(() => page.$$eval('[data-run]', (rows) => rows.length)).toBe(2);
  await page.goto(`${server.addresses[0]}${QUICK}#`);
  await step(page, text.controls.stepEpoch);
  expect(await epochs(page)).toBe(3);
});

it('exports a run, whose file is replayed elsewhere', async () => {
  const page = await open(QUICK);
  await step(page, text.controls.stepEpoch);
  await page.goto(`${server.addresses[0]}#runs`);
  await press(page, runsText.export);
  await eventually(async () => readdirSync(downloads).some((name) => name.endsWith('.zip'))).toBe(true);

  const elsewhere = await open('#runs');
  const files = (await elsewhere.waitForSelector(
    '[data-view=runs] input[type=file]:enabled',
  )) as ElementHandle<HTMLInputElement>;
  await files.uploadFile(join(downloads, readdirSync(downloads)[0]));
  await eventually(() => textOf(elsewhere, 'replay')).toContain(text.replay.stored);
  expect(await textOf(elsewhere, 'status')).toContain(text.replay.status.end({ epochs: 1 }));
});

it('shows the epoch of a lesson, and records a finding when the user reaches it', async () => {
  const page = await open('#lessons');
  await press(page, lessons.beginLesson({ title: lessons.byName['why-half'].title }));
  await eventually(() => epochShown(page)).toBe(lessonMoments(viewRun(example).epochs)['why-half']);
  const { epoch, unsolvedGroups } = example
    .filter((event) => event.type === 'agent-updated')
    .find((event) => event.unsolvedGroups >= 12)!;
  await page.keyboard.press('Home');
  for (let i = 0; i < epoch; i++) await page.keyboard.press('ArrowRight');
  await eventually(() => textOf(page, 'lesson-found')).toMatch(new RegExp(`\\b${epoch}\\b.*\\b${unsolvedGroups}\\b`));
});

it('opens every part of the page', async () => {
  const page = await open();
  for (const view of VIEWS.filter((name) => name !== 'run')) {
    await page.goto(`${server.addresses[0]}#${view}`);
    await page.waitForSelector(`[data-view=${view === 'lab' ? 'run' : view}] :is(h1, h2, [data-testid])`);
  }
});

it.skipIf(!existsSync(KERNELS))('compiles every kernel of the unit tests', async () => {
  const lines = readFileSync(KERNELS, 'utf8').trim().split('\n');
  const kernels = [...new Set(lines)].map((line) => JSON.parse(line) as string);
  // Firefox has no subgroups, so the page never uses these kernels there.
  const used = kernels.filter((code) => !code.includes('enable subgroups;'));
  const page = await open();
  const refused = await page.evaluate(async (codes) => {
    const device = await (await navigator.gpu.requestAdapter())!.requestDevice();
    const all: string[] = [];
    for (const code of codes) {
      device.pushErrorScope('validation');
      const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
      const error = await device.popErrorScope();
      if (error) all.push([code.split('\n')[0], ...messages.map(({ message }) => message)].join(': '));
    }
    return all;
  }, used);
  console.log(`${used.length} kernels, without ${kernels.length - used.length} that need subgroups`);
  expect(refused).toEqual([]);
});
