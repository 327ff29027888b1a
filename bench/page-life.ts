/**
 * @file The job `page`: what a visitor's browser does. The time to the first picture from a warm server, the script of the
 * first screen, the tasks of over 50 ms on the page's thread during three minutes of running with all curves in view, and
 * the heap meanwhile. The built page, in Chromium, on its software adapter.
 */
import { gzipSync } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { median } from 'simple-statistics';
import { chromiumOptions, serveBuiltPage } from './built-page.ts';

const LOADS = 5;
const RUNNING_SECONDS = 180;
const HEAP_EVERY_SECONDS = 30;
/** After this the first screen has all it loads by itself. */
const SETTLED_MILLISECONDS = 9000;
/** The page with what the loop is about and its curves; a moment later the recorded run begins to play in it. */
const PICTURE = '#loop .curves svg';
const MEBIBYTE = 2 ** 20;

interface LongTask {
  at: number;
  milliseconds: number;
}
declare global {
  interface Window {
    pictureAt?: number;
    longTasks: LongTask[];
  }
}

/** Runs in the page before its own program. */
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

async function open(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watch, PICTURE);
  await page.goto(address);
  await page.waitForFunction(() => window.pictureAt !== undefined);
  return page;
}

async function measureFirstPicture(browser: Browser, address: string): Promise<void> {
  const times: number[] = [];
  for (let load = 0; load <= LOADS; load++) {
    const page = await open(browser, address);
    // The first load warms the server and the browser's cache of compiled code.
    if (load > 0) times.push(await page.evaluate(() => window.pictureAt!));
    await page.context().close();
  }
  const all = times.map((time) => time.toFixed(0)).join(', ');
  console.log(`First picture: ${median(times).toFixed(0)} ms, median of ${all}.`);
}

/** What the page itself loads; its threads load theirs beside it. */
async function measureScript(browser: Browser, address: string): Promise<void> {
  const page = await open(browser, address);
  await page.waitForTimeout(SETTLED_MILLISECONDS);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js') && !name.includes('worker')),
  );
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (script) => gzipSync(await (await fetch(script)).bytes(), { level: 9 }).length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`Script of the first screen, gzip: ${(bytes / 1000).toFixed(1)} kB in ${sizes.length} files.`);
  await page.context().close();
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / MEBIBYTE;
}

async function measureRunning(browser: Browser, address: string): Promise<void> {
  const page = await open(browser, `${address}?v=2&run&epochs=5000&evalEvery=20`);
  const session = await page.context().newCDPSession(page);
  await page.getByRole('tab', { name: 'All curves' }).click();
  // A few epochs first: the panel and the pipelines are made once.
  await page.waitForTimeout(20_000);
  const began = await page.evaluate(() => performance.now());
  const heap: number[] = [];
  for (let second = 0; second <= RUNNING_SECONDS; second += HEAP_EVERY_SECONDS) {
    if (second > 0) await page.waitForTimeout(1000 * HEAP_EVERY_SECONDS);
    heap.push(await heapOf(session));
  }
  const tasks = await page.evaluate((from) => window.longTasks.filter(({ at }) => at > from), began);
  const epoch = await page.getByTestId('epoch-shown').textContent();
  const longest = Math.max(0, ...tasks.map(({ milliseconds }) => milliseconds));
  console.log(
    `Running for ${RUNNING_SECONDS} s, up to ${epoch?.trim()}: ${tasks.length} tasks over 50 ms, ` +
      `the longest ${longest.toFixed(0)} ms (${tasks.map(({ milliseconds }) => milliseconds.toFixed(0)).join(', ')}).`,
  );
  console.log(`Heap in use every ${HEAP_EVERY_SECONDS} s, MiB: ${heap.map((size) => size.toFixed(1)).join(', ')}.`);
}

const { address, close } = await serveBuiltPage();
const browser = await chromium.launch(chromiumOptions());
try {
  await measureFirstPicture(browser, address);
  await measureScript(browser, address);
  await measureRunning(browser, address);
} finally {
  await browser.close();
  await close();
}
