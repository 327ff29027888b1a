/** @file Serves the built page and starts a browser for it, for the jobs that measure a visitor's browser. */
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
