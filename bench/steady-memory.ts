/**
 * @file The job `memory`: whether what a run holds grows with its epochs: memory after 50, 150 and 300 epochs of a small run,
 * after a collection, headless and in the page with its threads.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { chromium } from '@playwright/test';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import { parseSettings } from '../src/genenv/settings/settings.ts';
import { shareQuery } from '../src/ui/address/share-url.ts';
import { DeviceModels, openHeadlessRun } from '../src/runs/run-headless.ts';
import { openNodeDevice } from '../src/tensor/node.ts';
import { ROOT } from '../scripts/setup.mjs';
import { chromiumOptions, heapOf, MEASURES_HEAP, serveBuiltPage } from './built-page.ts';
import { MEBIBYTE } from './long-log-file.ts';

const AFTER = [50, 150, 300];
const LIMIT = 30 * 60_000;
const settings = parseSettings({
  ...presetSettings('quick'),
  epochs: AFTER.at(-1),
  tasksPerEpoch: 2,
  groupSize: 2,
  evalTasks: 0,
});

const inMebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
const print = (where: string, what: string, sizes: readonly number[]) =>
  console.log(`${where}, ${what} after ${AFTER.join(', ')} epochs, MiB: ${sizes.map(inMebibytes).join(', ')}.`);

async function measureHeadless(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const folder = await mkdtemp(join(tmpdir(), 'genenv-memory-'));
  const host = new DeviceModels(await openNodeDevice(), join(ROOT, 'models'));
  const { session } = await openHeadlessRun({ settings, out: join(folder, 'run.jsonl'), host });
  const used: NodeJS.MemoryUsage[] = [];
  for (let event = await session.next(); event; event = await session.next()) {
    if (event.type !== 'epoch-ended' || !AFTER.includes(event.epoch)) continue;
    collect();
    used.push(process.memoryUsage());
  }
  print(
    'Headless',
    'heap',
    used.map(({ heapUsed }) => heapUsed),
  );
  print(
    'Headless',
    'buffers',
    used.map(({ arrayBuffers }) => arrayBuffers),
  );
  print(
    'Headless',
    'resident set',
    used.map(({ rss }) => rss),
  );
  await session.dispose();
  await rm(folder, { recursive: true });
}

async function measurePage(): Promise<void> {
  const { address, close } = await serveBuiltPage();
  const browser = await chromium.launch(chromiumOptions(MEASURES_HEAP));
  try {
    const page = await browser.newPage();
    await page.goto(`${address}?${shareQuery({ settings, hidden: [] })}&run`);
    const sizes: number[] = [];
    for (const epoch of AFTER) {
      const reached = (least: number) =>
        Number(document.querySelector('[data-testid=epoch-shown]')?.textContent?.match(/\d+/)?.[0]) >= least;
      await page.waitForFunction(reached, epoch, { timeout: LIMIT });
      sizes.push(await heapOf(page));
    }
    print('In the page', 'heap of the page and its threads', sizes);
  } finally {
    await browser.close();
    await close();
  }
}

await measureHeadless();
await measurePage();
process.exit();
