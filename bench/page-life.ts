/**
 * @file Measures the built page in Chromium on its software adapter (job `page`):
 *
 * - the time until the first task appears with answers, from a warm server and over a slow line
 * - the time from a click on “Now yours” to the first task of the new run
 * - the size of the scripts that load before the first picture with answers, and of all that load in nine seconds
 * - long tasks on the page's thread (over 50 ms), while the page loads, plays the story and runs for three minutes
 * - the heap during these three minutes
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { median } from 'simple-statistics';
import { build } from 'vite';
import { servePage } from '../scripts/page-server.mjs';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';
import { text } from '../src/text/text.ts';

async function serveBuiltPage(): Promise<{ address: string; close(): Promise<void> }> {
  await build({ root: ROOT, logLevel: 'error' });
  const { addresses, close } = await servePage({ port: 0 });
  return { address: addresses[0], close };
}

/** Returns launch options of Chromium for WebGPU on its software adapter. */
const chromiumOptions = (...args: string[]) => ({
  executablePath: ensureChromium().path,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--no-first-run', ...args],
});

const LOADS = 5;
const RUNNING_SECONDS = 180;
const HEAP_EVERY_SECONDS = 30;
/** Time after which the page loads nothing more. */
const SETTLED_MILLISECONDS = 9000;
/** Time to wait for the opening story, which takes a minute. */
const STORY_MILLISECONDS = 65_000;
/** Selector of a task in the loop. */
const TASK = '#loop .matrix li .text';
const STORY = '[data-testid=story-stage]';
/** Selector of the first picture: an answer in the story, or a scored task in the loop. */
const PICTURE = `${STORY} li bdi, #loop .matrix li:has(.text) :is(i.right, i.wrong)`;
/** Slow line as in the browser's developer tools: 1.6 Mbit/s down, 0.75 Mbit/s up, 0.15 s round trip. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const MEBIBYTE = 2 ** 20;

interface LongTask {
  at: number;
  milliseconds: number;
}
declare global {
  interface Window {
    pictureAt?: number;
    longTasks: LongTask[];
    /** Times at which “Now yours” is pressed, and at which the first task of the new run appears. */
    begun: { at: number; taskAt?: number };
  }
}

/** Records long tasks and the time of the first picture. It runs in the page before the page's own program. */
function watch(picture: string): void {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      window.longTasks.push({ at: startTime, milliseconds: duration });
  }).observe({ type: 'longtask', buffered: true });
  const timer = setInterval(() => {
    if (!document.querySelector(picture)) return;
    window.pictureAt = performance.now();
    clearInterval(timer);
  }, 5);
}

async function open(browser: Browser, address: string, slow = false): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watch, PICTURE);
  if (slow) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', SLOW);
  await page.goto(address);
  await page.waitForFunction(() => window.pictureAt !== undefined);
  return page;
}

async function measureFirstPicture(browser: Browser, address: string, slow: boolean): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load <= LOADS; load++) {
    const page = await open(browser, address, slow);
    // Leave out the first load, which warms the server and the browser's cache of compiled code.
    if (load > 0) times.push(await page.evaluate(() => window.pictureAt!));
    await page.context().close();
  }
  const all = times.map((time) => time.toFixed(0)).join(', ');
  const line = slow ? ' at 1.6 Mbit/s' : '';
  console.log(`First task with its answers${line}: ${median(times).toFixed(0)} ms, median of ${all}.`);
}

/** Prints the compressed size of the scripts that the page loads. The entry scripts of workers do not count. */
async function measureScript(browser: Browser, address: string): Promise<void> {
  const page = await open(browser, address);
  await page.waitForTimeout(SETTLED_MILLISECONDS);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js') && !name.includes('worker'))
      .map(({ name, startTime }) => ({ name, early: startTime < window.pictureAt! })),
  );
  const sizes = await Promise.all(
    scripts.map(async ({ name }) => gzipSync(await (await fetch(name)).bytes(), { level: 9 }).length),
  );
  const sum = (of: typeof scripts) => of.reduce((bytes, script) => bytes + sizes[scripts.indexOf(script)], 0) / 1000;
  const early = sum(scripts.filter((script) => script.early));
  console.log(
    `Script, gzip: ${early.toFixed(1)} kB before the first picture, ${sum(scripts).toFixed(1)} kB in nine seconds.`,
  );
  await page.context().close();
}

/** Describes the long tasks (over 50 ms) that began between two times in milliseconds. */
async function longTasks(page: Page, from: number, to = Infinity): Promise<string> {
  const all = await page.evaluate(() => window.longTasks);
  const tasks = all.filter(({ at }) => at > from && at <= to).map(({ milliseconds }) => milliseconds);
  const each = tasks.map((milliseconds) => milliseconds.toFixed(0)).join(', ');
  return `${tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...tasks).toFixed(0)} ms (${each})`;
}

/** Measures a visit: the page loads, the story plays to its end, and “Now yours” starts a run. */
async function measureVisit(browser: Browser, address: string): Promise<void> {
  const page = await open(browser, address);
  await page.waitForTimeout(STORY_MILLISECONDS);
  console.log(`Load: ${await longTasks(page, 0, SETTLED_MILLISECONDS)}.`);
  console.log(`The story: ${await longTasks(page, SETTLED_MILLISECONDS)}.`);
  await page.evaluate((task) => {
    window.begun = { at: performance.now() };
    new MutationObserver(() => {
      // The loop appears in place of the story once the new run has a task.
      if (document.querySelector(task)) window.begun.taskAt ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  }, TASK);
  await page.getByRole('button', { name: text.replay.begin, exact: true }).click();
  await page.waitForFunction(() => window.begun.taskAt !== undefined);
  const { at, taskAt } = await page.evaluate(() => window.begun);
  console.log(`From “Now yours” to the first task: ${(taskAt! - at).toFixed(0)} ms.`);
  await page.context().close();
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / MEBIBYTE;
}

async function measureRunning(browser: Browser, address: string): Promise<void> {
  const page = await open(browser, `${address}?v=1&run&epochs=1000&evalEvery=20#lab`);
  const session = await page.context().newCDPSession(page);
  // Wait for a few epochs, because the first ones build the panel and compile the pipelines.
  await page.waitForTimeout(20_000);
  const began = await page.evaluate(() => performance.now());
  const heap: number[] = [];
  for (let second = 0; second <= RUNNING_SECONDS; second += HEAP_EVERY_SECONDS) {
    if (second > 0) await page.waitForTimeout(1000 * HEAP_EVERY_SECONDS);
    heap.push(await heapOf(session));
  }
  const epoch = await page.getByTestId('epoch-shown').textContent();
  console.log(`Running for ${RUNNING_SECONDS} s, up to ${epoch?.trim()}: ${await longTasks(page, began)}.`);
  console.log(`Heap in use every ${HEAP_EVERY_SECONDS} s, MiB: ${heap.map((size) => size.toFixed(1)).join(', ')}.`);
}

const { address, close } = await serveBuiltPage();
const browser = await chromium.launch(chromiumOptions());
try {
  await measureFirstPicture(browser, address, false);
  await measureFirstPicture(browser, address, true);
  await measureScript(browser, address);
  await measureVisit(browser, address);
  await measureRunning(browser, address);
} finally {
  await browser.close();
  await close();
}
