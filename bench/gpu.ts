/**
 * @file Measures the speed of our engine on a GPU, in Node on Dawn (`npm run bench -- --gpu`). Writes a table between
 * two marks of bench/RESULTS.md. A row says "not measured" if time ran out before it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { median } from 'simple-statistics';
import { SMOLLM2_135M } from '../src/lm/testing/smollm2.ts';
import { presetNames, presetSettings, type PresetName } from '../src/genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../src/genenv/settings/settings.ts';
import { DeviceModels, openHeadlessRun } from '../src/runs/run-headless.ts';
import type { Device } from '../src/tensor/device.ts';
import { keepAlive, openNodeDevice, waitSleeping } from '../src/tensor/node.ts';
import { prepare } from './genenv.ts';
import { LENGTH, trainingMatmulFlops, WHOLE, type WorkSize } from './workload.ts';
import { dispatchesOf, productRate, type Product } from './product-rate.ts';
import { measureRealModel, type RealWork } from './real-model.ts';

const [BEGIN, END] = ['<!-- gpu: written by npm run bench -- --gpu -->', '<!-- end of gpu -->'];
const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const MODELS = fileURLToPath(new URL('../models', import.meta.url));
/** Seconds before the time limit at which the table is written. */
const RESERVE = 10;
const NOT_MEASURED = 'not measured';
/** Maximum difference between the losses of two engines that rounding explains. */
const LOSS_TOLERANCE = 0.02;

interface Size {
  rounds: number;
  product: Product;
  work: WorkSize;
  published: object;
  real: RealWork;
  /** Presets whose epochs are timed. */
  presets: readonly PresetName[];
  epochs: Partial<Settings>;
}

const WHOLE_SIZE: Size = {
  rounds: 5,
  product: [4096, 4096, 4096],
  work: WHOLE,
  published: SMOLLM2_135M,
  real: { promptTokens: 64, newTokens: 32, rollouts: [1, 8], rounds: 3 },
  presets: presetNames,
  epochs: {},
};

/** Sizes that take only seconds on any adapter. They test the benchmark, but measure no real speed. */
const DRY_SIZE: Size = {
  rounds: 1,
  product: [64, 64, 32],
  work: { sequences: 1, newTokens: 2 },
  published: { ...WHOLE_SIZE.published, vocab_size: 256, hidden_size: 72, num_hidden_layers: 2, intermediate_size: 96 },
  real: { promptTokens: 8, newTokens: 2, rollouts: [1, 8], rounds: 1 },
  // One preset is enough. Each further preset would compile its own kernels.
  presets: ['quick'],
  epochs: { tasksPerEpoch: 2, groupSize: 2, overSampling: 1, maxDraws: 1, innerEpochs: 1, environmentSteps: 1 },
};

/** Job of the benchmark, which fills one or more rows of the table. `measure` returns a cell for each row. */
interface Job {
  rows: readonly string[];
  measure(): Promise<readonly string[]>;
}

const tera = (rate: number) => `${(rate / 1e12).toPrecision(3)} TFLOP/s`;
const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
const milliseconds = (values: readonly number[]) => `${median([...values]).toPrecision(3)} ms`;

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Returns all jobs of the benchmark. @param peak operations per second of the device in f32, if known */
function jobsOf(device: Device, size: Size, peak: number | undefined): Job[] {
  const contestant = prepare(size.work, device);

  const products: Job = {
    rows: ['matrix kernel'],
    async measure() {
      const rate = await productRate(device, size.product, size.rounds);
      const ofPeak = peak === undefined ? '' : `, ${percent(rate / peak)} of the peak`;
      return [`${tera(rate)} at ${size.product.join(' × ')}${ofPeak}`];
    },
  };

  const training: Job = {
    rows: ['training step, .9M parameters, 64 × 64 tokens', 'its matrix products, of the kernel’s own rate'],
    async measure() {
      const { train } = await contestant;
      // Measure the rate of one typical product of the step: all tokens of the batch times the QKV weight.
      const limit = () => productRate(device, [size.work.sequences * LENGTH, 384, 128], 1);
      await train();
      const [steps, shares]: number[][] = [[], []];
      for (let round = 0; round < size.rounds; round++) {
        const before = await limit();
        const step = await timed(train);
        const after = await limit();
        steps.push(step);
        shares.push(trainingMatmulFlops(size.work) / (step / 1000) / ((before + after) / 2));
      }
      return [milliseconds(steps), percent(median(shares))];
    },
  };

  const sampling: Job = {
    rows: ['sampling, 64 × 32 tokens'],
    async measure() {
      const { sample } = await contestant;
      // Compile the pipelines first, without timing.
      await sample();
      const each = [];
      for (let round = 0; round < size.rounds; round++) each.push(await timed(sample));
      return [milliseconds(each)];
    },
  };

  const real: Job = {
    rows: [
      ...size.real.rollouts.map((count) => `SmolLM2-135M, decoding ${count} at once`),
      'SmolLM2-135M, dispatches a layer of a decoding step',
      'SmolLM2-135M, GRPO update with LoRA',
    ],
    async measure() {
      const { decode, update } = await measureRealModel(device, size.published, size.real);
      return [
        ...decode.map(
          ({ tokensPerSecond, firstTokenSeconds }) =>
            `${tokensPerSecond.toFixed(0)} tokens/s; first token after ${(1000 * firstTokenSeconds).toFixed(0)} ms`,
        ),
        decode.at(-1)!.dispatchesPerLayer.toFixed(2),
        `${milliseconds([1000 * update.seconds])} for ${update.tokens} tokens; ${tera(update.rate)}, ${percent(update.share)} of the matrix kernel’s own rate`,
      ];
    },
  };

  return [
    products,
    training,
    sampling,
    real,
    ...size.presets.map((preset): Job => ({
      rows: [`epoch of ${preset}`],
      measure: async () => [await epochOf(device, preset, size)],
    })),
    { rows: ['training step of jax-js'], measure: async () => [await stepOfJaxJs(device, size)] },
  ];
}

/**
 * Times training steps of jax-js and of our engine in turn. One untimed step of each compiles its kernels first.
 *
 * The wait for a step of jax-js sleeps between polls, as in our engine. Without the sleep, Dawn would occupy a core,
 * which a software adapter needs.
 */
async function stepOfJaxJs(device: Device, { work, rounds }: Size): Promise<string> {
  // jax-js looks for WebGPU in a browser's `navigator`.
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: keepAlive.dawn, userAgent: 'Node' } });
  const jaxJs = await import('./peers/jax-js.ts');
  const theirs = await waitSleeping(jaxJs.prepare(work)).catch((error: Error) => error.message);
  if (typeof theirs === 'string') return `does not run here: ${theirs}`;
  const theirStep = () => waitSleeping(theirs.train());
  const ours = await prepare(work, device);
  const [loss, ownLoss] = [await theirStep(), await ours.train()];
  if (!(Math.abs(loss - ownLoss) < LOSS_TOLERANCE))
    throw new Error(`its loss of the first step is ${loss}, ours ${ownLoss}`);
  const [times, ratios]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const own = await timed(ours.train);
    times.push(await timed(theirStep));
    ratios.push(times[round] / own);
  }
  return `${milliseconds(times)}; ours is ${median(ratios).toPrecision(2)} × as fast; first loss ${loss.toFixed(4)}, ours ${ownLoss.toFixed(4)}`;
}

/** Times epochs of a preset, without evaluations. If it times several, an extra epoch first compiles the kernels. */
async function epochOf(device: Device, preset: PresetName, size: Size): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'genenv-gpu-'));
  const chosen: Partial<Settings> = {
    epochs: size.rounds === 1 ? 1 : 1 + size.rounds,
    evalTasks: 0,
    seed: 5,
    ...size.epochs,
  };
  const { session } = await openHeadlessRun({
    settings: parseSettings({ ...presetSettings(preset), ...chosen }),
    out: join(folder, 'run.jsonl'),
    host: new DeviceModels(device, MODELS),
  });
  try {
    const epochs: { seconds: number; dispatches: number }[] = [];
    let [start, before] = [performance.now(), dispatchesOf(device)];
    for (let event = await session.next(); event; event = await session.next()) {
      if (event.type !== 'epoch-ended') continue;
      epochs.push({ seconds: (performance.now() - start) / 1000, dispatches: dispatchesOf(device) - before });
      [start, before] = [performance.now(), dispatchesOf(device)];
    }
    const rest = epochs.slice(-size.rounds);
    return `${median(rest.map(({ seconds }) => seconds)).toPrecision(3)} s, ${median(rest.map(({ dispatches }) => dispatches)).toFixed(0)} dispatches`;
  } finally {
    await session.dispose();
    rmSync(folder, { recursive: true });
  }
}

/** Replaces the text between the two marks of the file by the table. */
function writeTable(file: string, table: string): void {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${file} lacks the lines “${BEGIN}” and “${END}” around the table.`);
  writeFileSync(file, `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`);
}

const { minutes, dryRun, results, peak } = new Command('bench --gpu')
  .description('Measure all that is promised of a graphics processor, in Node, in at most nine minutes.')
  .option('--dry-run', 'tiny shapes, on any adapter', false)
  .option('--results <file>', 'where the table is', RESULTS)
  .option('--peak <tflops>', 'of the device in f32, by its data sheet', Number)
  .option('--minutes <n>', 'when what is not measured yet is left out', Number, 9)
  .parse()
  .opts<{ dryRun: boolean; results: string; peak?: number; minutes: number }>();
if (dryRun && results === RESULTS)
  throw new Error('A dry run measures nothing worth keeping: name another file with --results.');

const device = await openNodeDevice({ onProblem: (problem) => console.error(problem) });
const { name, details, isFallback } = device.adapter;
if (isFallback && !dryRun)
  throw new Error(`${name} computes on the processor: --gpu needs a graphics processor, or --dry-run.`);

const jobs = jobsOf(device, dryRun ? DRY_SIZE : WHOLE_SIZE, peak && peak * 1e12);
const cells = new Map(jobs.flatMap(({ rows }) => rows.map((row) => [row, NOT_MEASURED])));
const { version } = createRequire(import.meta.url)('webgpu/package.json') as { version: string };

/** Writes the table and ends the program, even if a job is still running. */
function finish(): never {
  const peakText =
    peak === undefined
      ? 'its peak is not known: WebGPU does not tell it, and no `--peak` was given'
      : `peak ${peak} TFLOP/s in f32, as given`;
  const heading = `**${[name, details].filter(Boolean).join(', ')}**, ${new Date().toISOString().slice(0, 10)}${dryRun ? ', dry run: the numbers say nothing' : ''}; Dawn of npm webgpu ${version}, Node ${process.version}, ${process.platform}; ${peakText}. Medians of several rounds, in ${(performance.now() / 1000).toFixed(0)} s altogether.`;
  const table = ['| what | measured |', '|---|---|', ...[...cells].map(([row, cell]) => `| ${row} | ${cell} |`)];
  writeTable(results, [heading, '', ...table].join('\n'));
  console.log(`${table.join('\n')}\n\nWritten to ${results}.`);
  process.exit(dryRun && [...cells.values()].some((cell) => cell.startsWith(NOT_MEASURED)) ? 1 : 0);
}

setTimeout(finish, Math.max(0, 1000 * (60 * minutes - RESERVE) - performance.now()));
for (const { rows, measure } of jobs) {
  const start = performance.now();
  const measured = await measure().catch((error: unknown) => rows.map(() => `${NOT_MEASURED}: ${String(error)}`));
  rows.forEach((row, i) => cells.set(row, measured[i]));
  console.error(`${rows[0]}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
finish();
