/**
 * @file Measures our engine and jax-js in turn, in a browser and on one adapter, and prints a table of medians
 * (`npm run bench`). `npm run bench -- --help` lists the options.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Table from 'cli-table3';
import { Command, InvalidArgumentError, Option } from 'commander';
import { median } from 'simple-statistics';
import { adapterEnvironment } from '../src/cli/adapter-environment.mjs';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';

/** Programs of the jobs that need their own process. Each takes minutes, so it runs only if the user names it. */
const NODE_JOBS = { page: 'bench/page-life.ts', browsers: 'bench/browsers.ts' };
const JOBS = ['train', 'sample', ...Object.keys(NODE_JOBS)];

function count(text) {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

function jobNames(text) {
  const names = text.split(',');
  const unknown = names.find((name) => !JOBS.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`“${unknown}” is not a job.`);
  return names;
}

function runInNode(program, args = []) {
  const { status } = spawnSync(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(ROOT, program), ...args],
    { stdio: 'inherit', env: { ...process.env, ...adapterEnvironment() } },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}

const gpuOptions = process.argv.slice(2).filter((option) => option !== '--gpu');
if (process.argv.includes('--gpu')) {
  runInNode('bench/gpu.ts', gpuOptions);
  process.exit();
}

const { rounds, jobs, adapter } = new Command('bench')
  .description('Measure our engine beside jax-js, on the same adapter, in one browser, taking turns.')
  .option('--rounds <n>', 'timed calls of each contestant', count, 3)
  .option('--jobs <names>', `jobs, separated by commas: ${JOBS.join(', ')}`, jobNames, ['train', 'sample'])
  .addOption(
    new Option('--adapter <name>', 'software, or default: the adapter that the browser chooses')
      .choices(['software', 'default'])
      .default('software'),
  )
  .option('--gpu', 'instead: all that is promised of a graphics processor; --gpu --help lists its own options')
  .parse()
  .opts();

/** Serves the contestants' page and opens it in a new browser. Returns functions that call and close it. */
async function openPage() {
  // Import on demand, because these modules take a second to load, and not every job needs them.
  const [{ chromium }, { createServer }] = await Promise.all([import('@playwright/test'), import('vite')]);
  const server = await createServer({
    root: ROOT,
    configFile: false,
    server: {
      port: 0,
      // A file saved during a measurement must not reload the page.
      hmr: false,
      watch: null,
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    // List all libraries, because Vite reloads the page when it discovers another one.
    optimizeDeps: { include: ['@bufbuild/protobuf/wire', '@jax-js/jax', 'zod', '@huggingface/tokenizers'] },
    logLevel: 'warn',
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: ensureChromium().path,
    args: [
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      ...(adapter === 'software' ? ['--use-webgpu-adapter=swiftshader'] : []),
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`http://localhost:${server.httpServer.address().port}/bench/index.html`);
  await page.waitForFunction(() => 'benchmark' in window);
  return {
    call: (name, ...values) => page.evaluate(([f, args]) => window.benchmark[f](...args), [name, values]),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Returns the milliseconds of each round: `{ train: { genenv: [4290, …], 'jax-js': […] }, … }`. */
async function timesOf(call, timedJobs) {
  const times = Object.fromEntries(timedJobs.map((job) => [job, { genenv: [], 'jax-js': [] }]));
  for (let round = 0; round <= rounds; round++)
    for (const job of timedJobs)
      for (const name of ['genenv', 'jax-js']) {
        const { milliseconds, loss } = await call('time', name, job);
        // Round 0 compiles the pipelines and is not counted.
        if (round > 0) times[job][name].push(milliseconds);
        const lossText = loss === undefined ? '' : `, loss ${loss.toFixed(4)}`;
        console.error(`round ${round}: ${name} ${job} ${milliseconds.toFixed(0)} ms${lossText}`);
      }
  return times;
}

const timedJobs = jobs.filter((job) => !(job in NODE_JOBS));
if (timedJobs.length > 0) {
  const { call, close } = await openPage();
  try {
    const times = await timesOf(call, timedJobs);
    const table = new Table({ head: ['', 'genenv', 'jax-js', 'genenv is'] });
    for (const [job, { genenv, 'jax-js': jaxJs }] of Object.entries(times)) {
      const [ours, theirs] = [median(genenv) / 1000, median(jaxJs) / 1000];
      table.push([job, `${ours.toFixed(2)} s`, `${theirs.toFixed(2)} s`, `${(theirs / ours).toFixed(1)} × as fast`]);
    }
    console.log(`Adapter: ${await call('adapter')}; medians of ${rounds} rounds\n${table.toString()}`);
  } finally {
    await close();
  }
}
for (const [job, program] of Object.entries(NODE_JOBS)) if (jobs.includes(job)) runInNode(program);
