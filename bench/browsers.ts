/**
 * @file Measures the seconds per epoch of `discovery` in the built page (job `browsers`), in Chromium and the installed
 * Firefox in turn. Chromium computes on SwiftShader. Firefox uses the driver in VK_DRIVER_FILES, or one that
 * `findFirefox` finds.
 */
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { median } from 'simple-statistics';
import { build } from 'vite';
import { servePage } from '../scripts/page-server.mjs';
import { ensureChromium, findFirefox, ROOT } from '../scripts/setup.mjs';
import { text } from '../src/text/text.ts';

const TURNS = 3;
const EPOCHS = { first: 6, last: 18 };
const TIMELINE = `input[aria-label="${text.controls.timeline}"]`;

const { env, missing } = findFirefox();
if (missing !== undefined) throw new Error(missing);
const browsers: Readonly<Record<string, LaunchOptions>> = {
  Chromium: {
    executablePath: ensureChromium().path,
    args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--no-first-run'],
  },
  Firefox: {
    browser: 'firefox',
    executablePath: env.FIREFOX_PATH,
    env: { ...process.env, ...env },
    extraPrefsFirefox: { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true },
  },
};

/** Starts a run in the page of a new browser. Returns the mean seconds per epoch between the two EPOCHS. */
async function measure(options: LaunchOptions, address: string): Promise<number> {
  const browser = await puppeteer.launch({ ...options, timeout: 120_000 });
  const page = await browser.newPage();
  await page.goto(`${address}?v=1&run&seed=7&epochs=1000&evalEvery=1000`);
  const reach = (epoch: number) =>
    page.waitForFunction(
      (line, wanted) => Number(document.querySelector<HTMLInputElement>(line)?.max) >= wanted,
      { polling: 20, timeout: 600_000 },
      TIMELINE,
      epoch,
    );
  await reach(EPOCHS.first);
  const began = performance.now();
  await reach(EPOCHS.last);
  const seconds = (performance.now() - began) / 1000;
  await browser.close();
  return seconds / (EPOCHS.last - EPOCHS.first);
}

await build({ root: ROOT, logLevel: 'error' });
const { addresses, close } = await servePage({ port: 0 });
const times: Record<string, number[]> = { Chromium: [], Firefox: [] };
for (let turn = 0; turn < TURNS; turn++)
  for (const name in browsers) times[name].push(await measure(browsers[name], addresses[0]));
await close();
for (const name in browsers)
  console.log(
    `${name}: ${median(times[name]).toFixed(2)} s an epoch (${times[name].map((time) => time.toFixed(2)).join(', ')}).`,
  );
