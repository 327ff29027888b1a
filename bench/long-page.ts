/**
 * @file The job `long-page`: a run of 1,000 epochs in the page: how long until the picture of its newest epoch is there, and
 * until its curves are whole; and what the page holds, after opening and after going back through 200 epochs. The log is that
 * of the recorded example, again and again; beside it the example itself is measured, of 80 epochs. The built page imports
 * each as a person does, and is then opened by a browser that has just been started.
 *
 * An opening is also given as processor time of all the browser's processes, which other programs change little (Linux).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { median } from 'simple-statistics';
import { text } from '../src/text/text.ts';
import { formatCount } from '../src/ui/shared/format.ts';
import { chromiumOptions, heapOf, MEASURES_HEAP, serveBuiltPage } from './built-page.ts';
import { LONG_EPOCHS, MEBIBYTE, recordedEvents, writeLongLog } from './long-log-file.ts';

/** The number of openings, and of the epochs that are looked at each time. */
const OPENINGS = 5;
const SCRUBBED = 200;
const IMPORT_LIMIT = 30 * 60_000;
/** The period of the clock that Linux counts processor time with, ms. */
const TICK = 10;

interface Opening {
  /** From navigation to the picture of the newest epoch, ms. */
  picture: number;
  /** From navigation until all epochs are read and drawn, ms. */
  whole: number;
  /** Processor time of the browser until then, ms. */
  processor: number;
  /** JavaScript heap of the page and its threads, bytes. */
  opened: number;
}

const folder = await mkdtemp(join(tmpdir(), 'genenv-long-page-'));

/** A browser with the database of a profile, as a person has it. */
async function start(profile: string): Promise<{ browser: BrowserContext; page: Page }> {
  const browser = await chromium.launchPersistentContext(join(folder, profile), {
    viewport: { width: 1400, height: 1000 },
    ...chromiumOptions(MEASURES_HEAP, '--disable-background-networking'),
  });
  return { browser, page: browser.pages()[0] ?? (await browser.newPage()) };
}

/** Processor time of all processes that this one has started, ms. */
async function processorTime(): Promise<number> {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    // The name of the program may hold spaces; fields are counted after it (proc(5)).
    const fields = stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (!fields) continue;
    children.set(fields[1], [...(children.get(fields[1]) ?? []), pid]);
    ticks.set(pid, fields[11] + fields[12]);
  }
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + ticks.get(child)! + below(child), 0);
  return below(process.pid) * TICK;
}

/** The element in which the page says which epoch is shown. */
const shown = (epoch: number, of: number): string => text.controls.position(formatCount(epoch), formatCount(of));

/**
 * The time since navigation at which a picture of this epoch was drawn, ms.
 * @param part of the page that is there then
 */
const drawnAt = (page: Page, epoch: number, of: number, part = '#loop .circuit li'): Promise<number> =>
  page
    .waitForFunction(
      ([position, part]) => {
        const there = document.querySelector('[data-testid=position]')?.textContent === position;
        return there && document.querySelector(part) ? performance.now() : false;
      },
      [shown(epoch, of), part],
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
    await drawnAt(page, epoch, LONG_EPOCHS);
    times.push(performance.now() - began);
  }
  return times;
}

async function importRun(profile: string, file: string, epochs: number): Promise<void> {
  const { browser, page } = await start(profile);
  await page.goto(address);
  const began = performance.now();
  await page.getByRole('tab', { name: text.views.runs, exact: true }).click();
  await page.getByLabel(text.runs.import.files).setInputFiles(file);
  await page
    .getByTestId('position')
    .filter({ hasText: shown(epochs, epochs) })
    .waitFor({ timeout: IMPORT_LIMIT });
  console.log(`${formatCount(epochs)} epochs imported in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  await browser.close();
}

/** Opens the newest run of a profile in a browser of its own. */
async function open(
  profile: string,
  epochs: number,
): Promise<{ opening: Opening; browser: BrowserContext; page: Page }> {
  const { browser, page } = await start(profile);
  const before = await processorTime();
  await page.goto(address, { waitUntil: 'commit' });
  const picture = await drawnAt(page, epochs, epochs);
  const whole = await drawnAt(page, epochs, epochs, '[data-testid=replay]');
  const processor = (await processorTime()) - before;
  return { opening: { picture, whole, processor, opened: await heapOf(page) }, browser, page };
}

async function measureOpenings(profile: string, epochs: number): Promise<void> {
  const openings: Opening[] = [];
  for (let i = 0; i < OPENINGS; i += 1) {
    const { opening, browser } = await open(profile, epochs);
    openings.push(opening);
    await browser.close();
  }
  console.log(
    `${formatCount(epochs)} epochs: picture after navigation ${inMilliseconds(openings.map(({ picture }) => picture))}; ` +
      `all read and drawn ${inMilliseconds(openings.map(({ whole }) => whole))}; ` +
      `processor time ${inMilliseconds(openings.map(({ processor }) => processor))}; ` +
      `heap ${openings.map(({ opened }) => inMebibytes(opened)).join(', ')}.`,
  );
}

async function measureScrubbing(profile: string): Promise<void> {
  const { opening, browser, page } = await open(profile, LONG_EPOCHS);
  for (const part of ['first', 'then'])
    console.log(
      `${part} ${SCRUBBED} epochs looked at, each drawn after ${inMilliseconds(await scrub(page))}; ` +
        `heap ${inMebibytes(opening.opened)} when opened, ${inMebibytes(await heapOf(page))} afterwards.`,
    );
  await browser.close();
}

const inMebibytes = (bytes: number) => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
const inMilliseconds = (times: number[]) =>
  `median ${median(times).toFixed(0)} ms, from ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`;

const { address, close } = await serveBuiltPage();
const EXAMPLE = fileURLToPath(new URL('../public/example-run.zip', import.meta.url));
try {
  const log = join(folder, 'run.jsonl');
  await writeLongLog(log);
  const short = (await recordedEvents()).filter(({ type }) => type === 'epoch-ended').length;
  await importRun('short', EXAMPLE, short);
  await importRun('long', log, LONG_EPOCHS);
  await measureOpenings('short', short);
  await measureOpenings('long', LONG_EPOCHS);
  await measureScrubbing('long');
} finally {
  await close();
  await rm(folder, { recursive: true });
}
