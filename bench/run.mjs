/**
 * @file `npm run bench`: our engine beside its peers, on the same adapter, in one run of one browser, alternating;
 * medians. Prints a table and JSON.
 *
 *   npm run bench -- [--rounds 5] [--only jax-js,genenv] [--jobs train,sample] [--json FILE]
 */
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';

const argument = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const rounds = Number(argument('rounds', '5'));

const server = await createServer({
  root: ROOT,
  configFile: false,
  server: {
    port: 0,
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
  // Known beforehand, so that no late discovery reloads the page; onnxruntime-web finds its wasm beside itself.
  optimizeDeps: { include: ['@jax-js/jax'], exclude: ['onnxruntime-web'] },
  logLevel: 'warn',
});
await server.listen();
const browser = await chromium.launch({
  executablePath: ensureChromium().path,
  args: [
    '--no-sandbox',
    '--enable-unsafe-webgpu',
    '--use-webgpu-adapter=swiftshader',
    '--disable-background-networking',
    '--no-first-run',
  ],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (m) => m.type() === 'error' && console.error(m.text()));
  await page.goto(`http://localhost:${server.httpServer.address().port}/bench/index.html`);
  await page.waitForFunction(() => 'benchmark' in window);
  const names = argument('only', (await page.evaluate(() => window.benchmark.names)).join(',')).split(',');
  const jobs = argument('jobs', 'train,sample').split(',');
  const time = (name, job) => page.evaluate(([n, j]) => window.benchmark.time(n, j), [name, job]);
  for (const job of jobs)
    for (let round = 0; round <= rounds; round++)
      for (const name of names) console.log(round === 0 ? 'warm-up' : round, name, job, await time(name, job));
} finally {
  await browser.close();
  await server.close();
}
