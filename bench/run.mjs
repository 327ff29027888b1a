/**
 * @file `npm run bench`: our engine beside its peers, on the same adapter, in one run of one browser, alternating;
 * medians. Prints a table and JSON.
 *
 *   npm run bench -- [--rounds 3] [--only genenv,jax-js] [--jobs train,sample,matmul] [--json FILE]
 *
 * A contestant whose first timed call takes longer than SLOW_MS is not called again: one number of it is enough.
 */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import Table from 'cli-table3';
import { createServer } from 'vite';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';

const SLOW_MS = 20_000;
const argument = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const rounds = Number(argument('rounds', '3'));
const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const server = await createServer({
  root: ROOT,
  configFile: false,
  server: {
    port: 0,
    // A file saved meanwhile must not reload the page in the middle of a measurement.
    hmr: false,
    watch: null,
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
  },
  // Known beforehand, so that no late discovery reloads the page; onnxruntime-web finds its wasm beside itself.
  optimizeDeps: { include: ['@jax-js/jax', 'zod', '@huggingface/tokenizers'], exclude: ['onnxruntime-web'] },
  logLevel: 'warn',
});
await server.listen();
const browser = await chromium.launch({
  executablePath: ensureChromium().path,
  args: [
    '--no-sandbox',
    '--enable-unsafe-webgpu',
    ...(argument('adapter', 'software') === 'software' ? ['--use-webgpu-adapter=swiftshader'] : []),
    '--disable-background-networking',
    '--no-first-run',
  ],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`http://localhost:${server.httpServer.address().port}/bench/index.html`);
  await page.waitForFunction(() => 'benchmark' in window);
  const { names, flops, adapter } = await page.evaluate(async () => ({
    names: window.benchmark.names,
    flops: window.benchmark.flops,
    adapter: await window.benchmark.adapterName(),
  }));
  const contestants = argument('only', names.join(',')).split(',');
  const jobs = argument('jobs', 'train,sample,matmul').split(',');
  const call = (name, job) => page.evaluate(([n, j]) => window.benchmark.time(n, j), [name, job]);

  /** @type {Record<string, Record<string, number[]>>} milliseconds by job and contestant */
  const times = {};
  for (const job of jobs) {
    times[job] = {};
    for (let round = 0; round <= rounds; round++)
      for (const name of contestants) {
        const measured = (times[job][name] ??= []);
        if (measured.some((milliseconds) => milliseconds > SLOW_MS)) continue;
        const result = await call(name, job);
        if (!result) continue;
        // Round 0 compiles.
        if (round > 0) measured.push(result.milliseconds);
        console.error(
          `${round === 0 ? 'warm-up' : `round ${round}`}: ${name} ${job} ${result.milliseconds.toFixed(0)} ms` +
            (result.loss === undefined ? '' : `, loss ${result.loss.toFixed(4)}`),
        );
      }
  }

  const medians = Object.fromEntries(
    Object.entries(times).map(([job, byName]) => [
      job,
      Object.fromEntries(
        Object.entries(byName)
          .filter(([, values]) => values.length > 0)
          .map(([name, values]) => [name, median(values)]),
      ),
    ]),
  );
  const table = new Table({
    head: ['', ...jobs.filter((job) => job !== 'matmul').flatMap((job) => [job, 'genenv is'])],
  });
  for (const name of contestants)
    table.push([
      name,
      ...jobs
        .filter((job) => job !== 'matmul')
        .flatMap((job) => {
          const own = medians[job].genenv;
          const other = medians[job][name];
          if (other === undefined) return ['–', ''];
          return [
            `${(other / 1000).toFixed(2)} s`,
            own === undefined || name === 'genenv' ? '' : `${(other / own).toFixed(1)}× as fast`,
          ];
        }),
    ]);
  console.log(`Adapter: ${adapter}; medians of ${rounds} rounds`);
  console.log(table.toString());

  const rate = (job) => (medians[job]?.genenv === undefined ? null : flops[job] / medians[job].genenv / 1e6);
  const [trainRate, limit] = [rate('train'), rate('matmul')];
  if (trainRate && limit)
    console.log(
      `Matrix products: ${limit.toFixed(2)} GFLOP/s alone, ${trainRate.toFixed(2)} GFLOP/s over a whole training step: ` +
        `${((100 * trainRate) / limit).toFixed(0)}% of the limit.`,
    );
  const report = { adapter, rounds, milliseconds: times, medians, gflops: { train: trainRate, matmul: limit } };
  console.log(JSON.stringify(report));
  const file = argument('json');
  if (file) writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
} finally {
  await browser.close();
  await server.close();
}
