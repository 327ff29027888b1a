/**
 * @file `npm run bench` measures our engine and its peers in turn on one adapter, in a browser or a Node process. It
 * prints a table of medians, then all measurements as JSON. `npm run bench -- --help` lists the options.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Table from 'cli-table3';
import { Command, InvalidArgumentError, Option } from 'commander';
import { median } from 'simple-statistics';
import { adapterEnvironment } from '../src/cli/adapter-environment.mjs';
import { ensureChromium, ROOT } from '../scripts/setup.mjs';

const PAGE_JOBS = ['train', 'sample', 'matmul'];
/** Jobs in their own process. They take minutes, so they only run if named. `page` measures a visitor's browser. */
const NODE_JOBS = { page: 'bench/page-life.ts' };
const JOBS = [...PAGE_JOBS, ...Object.keys(NODE_JOBS)];
/** Milliseconds after which a contestant is not called again, because one number is enough. */
const SLOW_MS = 20_000;

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

const options = new Command('bench')
  .description(
    'Measure our engine beside its peers, on the same adapter, in one browser or one process of Node, taking turns.',
  )
  .option('--rounds <n>', 'timed calls of each contestant', count, 3)
  .option('--only <names>', 'contestants, separated by commas (default: all)', (text) => text.split(','))
  .option(
    '--jobs <names>',
    `jobs, separated by commas: ${JOBS.join(', ')} (default: ${PAGE_JOBS.join(', ')})`,
    jobNames,
  )
  .addOption(
    new Option(
      '--adapter <name>',
      'software, default: the adapter that the browser chooses, or node: that of the command line, without a browser, where jax-js needs Node 22',
    )
      .choices(['software', 'default', 'node'])
      .default('software'),
  )
  .option(
    '--tabgpt <folder>',
    'the source of TabGPT (https://github.com/jbingen/tabgpt), which is in no registry',
    (folder) => resolve(folder),
  )
  .option('--json <file>', 'also write what was measured to this file')
  .option('--gpu', 'instead: all that is promised of a graphics processor; --gpu --help lists its own options')
  .parse()
  .opts();
const { rounds } = options;
const chosenJobs = options.jobs ?? PAGE_JOBS;
const jobs = PAGE_JOBS.filter((job) => chosenJobs.includes(job));

/** Opens the contestants' page in its own browser. */
async function openPage() {
  // These modules take a second to load, which only browser measurements need.
  const [{ chromium }, { createServer }] = await Promise.all([import('@playwright/test'), import('vite')]);
  const server = await createServer({
    root: ROOT,
    configFile: false,
    server: {
      port: 0,
      // A file saved during a measurement must not reload the page.
      hmr: false,
      watch: null,
      fs: { allow: [ROOT, ...(options.tabgpt ? [options.tabgpt] : [])] },
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    // Vite reloads the page if it discovers a library late, so list them all.
    optimizeDeps: {
      include: ['@bufbuild/protobuf/wire', '@jax-js/jax', 'webgpu-llm/llm', 'zod', '@huggingface/tokenizers'],
    },
    logLevel: 'warn',
  });
  await server.listen();
  const browser = await chromium.launch({
    executablePath: ensureChromium().path,
    args: [
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      ...(options.adapter === 'software' ? ['--use-webgpu-adapter=swiftshader'] : []),
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  const query = options.tabgpt ? `?tabgpt=${encodeURIComponent(`/@fs${options.tabgpt}`)}` : '';
  await page.goto(`http://localhost:${server.httpServer.address().port}/bench/index.html${query}`);
  await page.waitForFunction(() => 'benchmark' in window);
  return {
    call: (name, ...values) => page.evaluate(([f, args]) => window.benchmark[f](...args), [name, values]),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

function openProcess() {
  const child = fork(join(ROOT, 'bench/in-node.ts'), options.tabgpt ? [options.tabgpt] : [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    env: { ...process.env, ...adapterEnvironment() },
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The contestants' process ended with ${code}.`);
  });
  ended.catch(() => {});
  return {
    async call(name, ...values) {
      child.send({ call: name, values });
      const [answer] = await Promise.race([once(child, 'message'), ended]);
      return answer;
    },
    close: () => child.disconnect(),
  };
}

/**
 * Lists the measurements of a round in order. The products that bound our training step are measured just before and
 * after it, at the same machine speed.
 */
function turnsOf(contestants) {
  const bounded = ['train', 'matmul'].every((job) => jobs.includes(job)) && contestants.includes('genenv');
  return jobs.flatMap((job) =>
    contestants.flatMap((name) => {
      if (name !== 'genenv' || !bounded) return [[job, name]];
      if (job === 'matmul') return [];
      return job === 'train' ? ['matmul', 'train', 'matmul'].map((turn) => [turn, name]) : [[job, name]];
    }),
  );
}

/** Returns each contestant's times for each job in milliseconds, by round: `{ train: { genenv: [4290, …], … }, … }`. */
async function timesOf(call, contestants) {
  const times = Object.fromEntries(jobs.map((job) => [job, Object.fromEntries(contestants.map((name) => [name, []]))]));
  const absent = new Set();
  for (let round = 0; round <= rounds; round++)
    for (const [job, name] of turnsOf(contestants)) {
      const known = times[job][name];
      if (absent.has(name) || known.some((milliseconds) => milliseconds > SLOW_MS)) continue;
      const result = await call('time', name, job);
      if (!result) continue;
      if (result.cannot) {
        absent.add(name);
        console.error(`${name} does not run here: ${result.cannot}`);
        if (name === 'genenv' || options.only?.includes(name)) process.exitCode = 1;
        continue;
      }
      // Round 0 compiles the pipelines and is not counted.
      if (round > 0) known.push(result.milliseconds);
      console.error(
        `${round === 0 ? 'warm-up' : `round ${round}`}: ${name} ${job} ${result.milliseconds.toFixed(0)} ms` +
          (result.result === undefined ? '' : `, loss ${result.result.toFixed(4)}`),
      );
    }
  return times;
}

const mediansOf = (times) =>
  Object.fromEntries(
    Object.entries(times)
      .filter(([, milliseconds]) => milliseconds.length > 0)
      .map(([name, milliseconds]) => [name, median(milliseconds)]),
  );

/** Makes a table with a row per contestant, and two columns per job: the time, and how many times as fast genenv is. */
function comparison(contestants, medians) {
  const compared = jobs.filter((job) => job !== 'matmul');
  const table = new Table({ head: ['', ...compared.flatMap((job) => [job, 'genenv is'])] });
  const cells = (name, { genenv, [name]: milliseconds }) =>
    milliseconds === undefined
      ? ['–', '']
      : [
          `${(milliseconds / 1000).toFixed(2)} s`,
          genenv === undefined || name === 'genenv'
            ? ''
            : `${(milliseconds / genenv).toFixed(milliseconds < genenv ? 2 : 1)}× as fast`,
        ];
  const measured = contestants.filter((name) => compared.some((job) => medians[job][name] !== undefined));
  for (const name of measured) table.push([name, ...compared.flatMap((job) => cells(name, medians[job]))]);
  return table.toString();
}

async function measure(call) {
  const { names, flops, adapter } = await call('about');
  const contestants = options.only ?? names;
  const unknown = contestants.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    console.error(`bench: “${unknown}” is not a contestant. Choose from: ${names.join(', ')}.`);
    process.exitCode = 1;
    return;
  }

  const times = await timesOf(call, contestants);
  const medians = Object.fromEntries(jobs.map((job) => [job, mediansOf(times[job])]));
  console.log(`Adapter: ${adapter}; medians of ${rounds} rounds`);
  console.log(comparison(contestants, medians));

  const gflops = (job) => (medians[job]?.genenv === undefined ? null : flops[job] / medians[job].genenv / 1e6);
  const [trainRate, limit] = [gflops('train'), gflops('matmul')];
  const steps = limit ? (times.train?.genenv ?? []) : [];
  const shares = steps.map((step, round) => {
    const [before, after] = times.matmul.genenv.slice(2 * round);
    return flops.train / step / (flops.matmul / ((before + after) / 2));
  });
  const share = shares.length > 0 ? median(shares) : null;
  if (share !== null)
    console.log(
      `Matrix products: ${limit.toFixed(2)} GFLOP/s alone, ${trainRate.toFixed(2)} GFLOP/s over a whole training step: ` +
        `${(100 * share).toFixed(0)}% of the limit (median of the rounds' own).`,
    );
  const report = { adapter, rounds, milliseconds: times, medians, gflops: { train: trainRate, matmul: limit, share } };
  console.log(JSON.stringify(report));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
}

if (jobs.length > 0) {
  const { call, close } = options.adapter === 'node' ? openProcess() : await openPage();
  try {
    await measure(call);
  } finally {
    await close();
  }
}
for (const [job, program] of Object.entries(NODE_JOBS)) if (chosenJobs.includes(job)) runInNode(program);
