/** @file The built page, served, and how a browser is started for it: for the jobs that measure what a visitor's browser does. */
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { servePage } from '../scripts/page-server.mjs';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';

/** Builds the page and serves it. */
export async function serveBuiltPage(): Promise<{ address: string; close(): Promise<void> }> {
  await build({ root: ROOT, logLevel: 'error' });
  const { addresses, close } = await servePage({ port: 0 });
  return { address: addresses[0], close };
}

/** Chromium with WebGPU on its software adapter. */
export const chromiumOptions = (...args: string[]) => ({
  executablePath: ensureChromium().path,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--no-first-run', ...args],
});

/** With this, the memory of a page's threads is told at once, after a collection. */
export const MEASURES_HEAP = '--enable-blink-features=ForceEagerMeasureMemory';

/** The heap of the page with its threads, after a garbage collection, bytes. */
export const heapOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { measureUserAgentSpecificMemory } = performance as unknown as {
      measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
    };
    return (await measureUserAgentSpecificMemory.call(performance)).bytes;
  });
