/**
 * @file Tests what a visitor does, in a real Chromium with real WebGPU: on its software adapter, or on
 * this machine's GPU if E2E_ADAPTER is `default`. The tests use the built page, not the development server.
 */
import { defineConfig } from '@playwright/test';
import { UNCHECKED_KERNELS } from './src/tensor/testing/unchecked-kernels.ts';
import { findChromium } from './scripts/setup.mjs';

const PORT = Number(process.env.E2E_PORT ?? 4173);

/** This file begins first, so that the others do not wait for it at the end. */
const LONGEST = 'everyone.spec.ts';
/** In this file Dawn checks the kernels, as in a user's browser. */
const CHECKED = 'first-visit.spec.ts';
const adapter = process.env.E2E_ADAPTER ?? 'swiftshader';

const launch = (...args: string[]) => ({
  launchOptions: {
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      ...(adapter === 'default' ? [] : [`--use-webgpu-adapter=${adapter}`]),
      '--disable-background-networking',
      '--no-first-run',
      ...args,
    ],
  },
});

export default defineConfig({
  testDir: 'e2e',
  // Playwright empties this folder first, so the report of the unit tests lies beside it.
  outputDir: 'test-results/e2e',
  // All machines share one set of thumbnails, because the comparison does not depend on their fonts.
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  // Two files run at once, because pages wait for playback half of the time.
  workers: 2,
  projects: [
    { name: 'longest', testMatch: LONGEST, use: launch(`--enable-dawn-features=${UNCHECKED_KERNELS}`) },
    { name: 'checked', testMatch: CHECKED, use: launch() },
    {
      name: 'others',
      testMatch: '*.spec.ts',
      testIgnore: [LONGEST, CHECKED],
      use: launch(`--enable-dawn-features=${UNCHECKED_KERNELS}`),
    },
  ],
  timeout: 120_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env.CI,
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1400, height: 1000 },
    screenshot: 'only-on-failure',
    // A request that a test makes fail must not be answered from a cache. Only the service worker's test allows one.
    serviceWorkers: 'block',
  },
  webServer: {
    // E2E_BUILT says that `npm test` has built the page already.
    command: `${process.env.E2E_BUILT ? '' : 'npx vite build --logLevel warn && '}node scripts/playground.mjs --no-open --port ${PORT}`,
    port: PORT,
    timeout: 120_000,
    reuseExistingServer: !process.env.CI,
  },
});
