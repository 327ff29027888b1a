/**
 * @file What a person does, in a real Chromium with real WebGPU: on a GPU where there is one, else on its software
 * adapter. The built page is tested, not the development server.
 */
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/setup.mjs';

const PORT = Number(process.env.E2E_PORT ?? 4173);

const LONGEST = 'worlds.spec.ts';

/** The adapter can be chosen: E2E_ADAPTER=default tests on this machine's GPU. */
const adapter = process.env.E2E_ADAPTER ?? 'swiftshader';

export default defineConfig({
  testDir: 'e2e',
  // Beside the report of the unit tests, which stays: this folder is emptied first.
  outputDir: 'test-results/e2e',
  // The same for every machine: what is compared does not depend on its fonts.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  // Two files of tests at once: pages wait for playback half of the time (5.1 minutes with one, 3.2 with two, on two cores).
  workers: 2,
  // The longest file begins first, so that the others do not wait for it at the end.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env.CI,
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1400, height: 1000 },
    screenshot: 'only-on-failure',
    // What a test makes fail must not come from a cache; the test of the service worker allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--enable-unsafe-webgpu',
        ...(adapter === 'default' ? [] : [`--use-webgpu-adapter=${adapter}`]),
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    // E2E_BUILT: `npm test` has built the page already.
    command: `${process.env.E2E_BUILT ? '' : 'npx vite build --logLevel warn && '}node scripts/playground.mjs --no-open --port ${PORT}`,
    port: PORT,
    timeout: 120_000,
    reuseExistingServer: !process.env.CI,
  },
});
