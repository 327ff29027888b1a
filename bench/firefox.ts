/**
 * @file The job `firefox` measures seconds per epoch of `discovery` on the built page in Chromium and in the installed
 * Firefox, in turn. Both use SwiftShader and the tiled kernels, so their epochs have the same dispatches. Firefox has no
 * subgroups; Chromium is therefore also measured with the quad kernels that it uses on this adapter otherwise.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { median } from 'simple-statistics';
import { build } from 'vite';
import { launchFirefox } from '../scripts/firefox.mjs';
import { servePage } from '../scripts/page-server.mjs';
import { ensureChromium, findFirefox, ROOT } from '../scripts/setup.mjs';

const ROUNDS = 3;
/** Kernels compile in the first epochs. */
const TIMED = { from: 2, count: 6 };
const ADDRESS = '?v=1&run&epochs=1000&evalTasks=0';

/** Runs in the page: returns milliseconds per epoch. It declares no function, because tsx would name it by a helper. */
async function epochTime({ from, count }: typeof TIMED): Promise<number> {
  const times: number[] = [];
  for (const epochs of [from, from + count])
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const line = document.querySelector<HTMLInputElement>('.timeline input[type=range]');
        // Before the run is there, the story has a timeline of its own.
        if (!line || document.querySelector('[data-testid=replay]') || Number(line.max) < epochs) return;
        clearInterval(timer);
        times.push(performance.now());
        resolve();
      }, 5);
    });
  return (times[1] - times[0]) / count;
}

const { env: firefox, missing } = findFirefox();
if (!firefox) {
  console.error(missing);
  process.exit(1);
}
const { path: executablePath, driverFolder } = ensureChromium();
const swiftshader = {
  VK_ICD_FILENAMES: join(driverFolder, 'vk_swiftshader_icd.json'),
  LD_LIBRARY_PATH: [process.env.LD_LIBRARY_PATH, driverFolder].filter(Boolean).join(':'),
};

async function inFirefox(address: string): Promise<number> {
  const browser = await launchFirefox({ ...process.env, ...firefox, ...swiftshader });
  const page = await browser.newPage();
  await page.goto(address);
  const time = await page.evaluate(epochTime, TIMED);
  await browser.close();
  return time;
}

async function inChromium(address: string, tiled: boolean): Promise<number> {
  const args = ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, serviceWorkers: 'block' });
  // The profile of the device is chosen by this property.
  if (tiled)
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('isFallbackAdapter', 'isNone') });
    });
  await page.goto(address);
  const time = await page.evaluate(epochTime, TIMED);
  await browser.close();
  return time;
}

await build({ root: ROOT, logLevel: 'error' });
const { addresses, close } = await servePage({ port: 0 });
const address = `${addresses[0]}${ADDRESS}`;
const contestants = {
  'Chromium, quad kernels': () => inChromium(address, false),
  'Chromium, tiled kernels': () => inChromium(address, true),
  'Firefox, tiled kernels': () => inFirefox(address),
};
const times = Object.keys(contestants).map((): number[] => []);
for (let round = 0; round < ROUNDS; round++)
  for (const [i, measure] of Object.values(contestants).entries()) times[i].push((await measure()) / 1000);
for (const [i, name] of Object.keys(contestants).entries())
  console.log(
    `${name}: ${median(times[i]).toFixed(2)} s an epoch, median of ${times[i].map((time) => time.toFixed(2)).join(', ')}.`,
  );
await close();
