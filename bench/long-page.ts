/**
 * @file The job `long-page`: a run of 5,000 epochs in the page: how long until its picture is there, and what the page holds,
 * after opening and after going back through 200 epochs. The log is that of the recorded example, again and again; the built
 * page imports it as a person does, and is then opened by a browser that has just been started.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { median, quantile } from 'simple-statistics';
import { build, preview } from 'vite';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';
import { text } from '../src/text/text.ts';
import { formatCount } from '../src/ui/shared/format.ts';
import { LONG_EPOCHS, MEBIBYTE, writeLongLog } from './long-log-file.ts';

/** How often the page is opened, and how many epochs are looked at each time. */
const OPENINGS = 5;
const SCRUBBED = 200;
const IMPORT_LIMIT = 30 * 60_000;

interface Opening {
  /** From navigation to the picture of the newest epoch, ms. */
  picture: number;
  /** JavaScript heap of the page and its threads, bytes. */
  opened: number;
}

const folder = await mkdtemp(join(tmpdir(), 'genenv-long-page-'));

/** The browser with the same database each time, as a person has it. */
async function start(): Promise<{ browser: BrowserContext; page: Page }> {
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: ensureChromium().path,
    viewport: { width: 1400, height: 1000 },
    args: [
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      // The memory of threads is told at once, after a collection.
      '--enable-blink-features=ForceEagerMeasureMemory',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  return { browser, page: browser.pages()[0] ?? (await browser.newPage()) };
}

/** The heap of the page with its threads, after a garbage collection, bytes. */
const heapOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { measureUserAgentSpecificMemory } = performance as unknown as {
      measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
    };
    return (await measureUserAgentSpecificMemory.call(performance)).bytes;
  });

/** What stands where the page says which epoch is shown. */
const shown = (epoch: number): string => text.controls.position(formatCount(epoch), formatCount(LONG_EPOCHS));

/** The time since navigation at which a picture of this epoch was drawn, ms. */
const drawnAt = (page: Page, epoch: number): Promise<number> =>
  page
    .waitForFunction(
      (position) => {
        const there = document.querySelector('[data-testid=position]')?.textContent === position;
        return there && document.querySelector('#loop .circuit li') ? performance.now() : false;
      },
      shown(epoch),
      { timeout: IMPORT_LIMIT, polling: 'raf' },
    )
    .then((found) => found.jsonValue() as Promise<number>);

/** Goes to epochs spread over the run, each as soon as the one before is drawn; milliseconds of each. */
async function scrub(page: Page): Promise<number[]> {
  const times: number[] = [];
  const line = page.getByRole('slider', { name: text.controls.timeline });
  for (let i = 0; i < SCRUBBED; i += 1) {
    const epoch = 1 + ((i * 1999) % (LONG_EPOCHS - 1));
    const began = performance.now();
    await line.evaluate((input: HTMLInputElement, value) => {
      input.value = String(value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, epoch);
    await drawnAt(page, epoch);
    times.push(performance.now() - began);
  }
  return times;
}

async function importLog(address: string, log: string): Promise<void> {
  const { browser, page } = await start();
  await page.goto(address);
  const began = performance.now();
  await page.getByRole('tab', { name: text.views.runs, exact: true }).click();
  await page.getByLabel(text.runs.import.choose).setInputFiles(log);
  await page
    .getByTestId('position')
    .filter({ hasText: shown(LONG_EPOCHS) })
    .waitFor({ timeout: IMPORT_LIMIT });
  console.log(`Imported in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  await browser.close();
}

const inMebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
const milliseconds = (times: number[]) =>
  `median ${median(times).toFixed(0)} ms, from ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`;

await build({ root: ROOT, logLevel: 'error' });
const server = await preview({ root: ROOT, logLevel: 'warn', preview: { port: 0 } });
const address = server.resolvedUrls!.local[0];
try {
  const log = join(folder, 'run.jsonl');
  const size = await writeLongLog(log);
  console.log(`${LONG_EPOCHS} epochs, ${inMebibytes(size)}`);
  await importLog(address, log);
  const openings: Opening[] = [];
  for (let i = 0; i < OPENINGS; i += 1) {
    const { browser, page } = await start();
    await page.goto(address, { waitUntil: 'commit' });
    const picture = await drawnAt(page, LONG_EPOCHS);
    openings.push({ picture, opened: await heapOf(page) });
    if (i === OPENINGS - 1) {
      const times = await scrub(page);
      const after = await heapOf(page);
      const more = await scrub(page);
      console.log(
        `${SCRUBBED} epochs looked at: ${milliseconds(times)} (nine of ten within ${quantile(times, 0.9).toFixed(0)} ms); ` +
          `heap ${inMebibytes(openings[i].opened)} before, ${inMebibytes(after)} after, ` +
          `${inMebibytes(await heapOf(page))} after ${SCRUBBED} more (${milliseconds(more)}).`,
      );
    }
    await browser.close();
  }
  console.log(`Picture after navigation: ${milliseconds(openings.map(({ picture }) => picture))}.`);
  console.log(`Heap after opening: ${openings.map(({ opened }) => inMebibytes(opened)).join(', ')}.`);
} finally {
  await server.close();
  await rm(folder, { recursive: true });
}
