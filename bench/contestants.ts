/**
 * @file Loads each contestant of the benchmark by name, and times one job at a time for the runner (run.mjs).
 *
 * TabGPT (https://github.com/jbingen/tabgpt) trains with one fixed list of dispatches, and its products keep vectors of
 * four in registers. It is in no registry, so the user gives a folder of its source. Width, layers, heads and
 * vocabulary equal ours. Its feed-forward layers are squared ReLU of 4d channels (ours: SwiGLU of 3d). It normalises
 * queries and keys, ties its head to its embedding, and chooses its own seed and learning rate.
 */
import {
  batch,
  configOf,
  type Contestant,
  type Job,
  LENGTH,
  matmulLimitFlops,
  trainedTokens,
  trainingMatmulFlops,
  WEIGHTS_PER_TOKEN,
  WHOLE,
  type WorkSize,
} from './workload.ts';

export interface Entry {
  /** Jobs of this contestant. It is not loaded for other jobs. */
  jobs: readonly Job[];
  /** The trained model: ours, ours with a tied head, or the contestant's own, with this share of our multiply-adds. */
  model: 'ours' | 'tied' | { share: number };
  /** @throws Error that says why the contestant cannot run here */
  prepare(size: WorkSize): Promise<Contestant>;
}

/** @param tabgpt folder of TabGPT's source */
async function tabGpt(tabgpt: string | undefined, size: WorkSize, half: boolean): Promise<Contestant> {
  if (!tabgpt) throw new Error('--tabgpt must name a folder of its source, https://github.com/jbingen/tabgpt.');
  const [model, kernels] = await Promise.all(
    ['model', 'kernels'].map(
      (module) => import(/* @vite-ignore */ `${tabgpt}/src/engine/${module}.ts`) as Promise<Partial<TabGpt>>,
    ),
  );
  return prepareTabGpt(size, { ...model, ...kernels } as TabGpt, half);
}

const webgpuLlm = async (size: WorkSize, precision: 'f32' | 'mixed') =>
  (await import('./peers/webgpu-llm.ts')).prepare(size, precision);

/** Lists the contestants of a page. In Node, some are loaded differently or left out. */
export const contestantsOf = (tabgpt?: string) =>
  ({
    genenv: {
      jobs: ['train', 'sample', 'matmul'],
      model: 'ours',
      prepare: async (size) => (await import('./genenv.ts')).prepare(size),
    },
    'jax-js': {
      jobs: ['train', 'sample'],
      model: 'ours',
      prepare: async (size) => (await import('./peers/jax-js.ts')).prepare(size),
    },
    'webgpu-llm': { jobs: ['train'], model: 'tied', prepare: (size) => webgpuLlm(size, 'f32') },
    'webgpu-llm with f16 weights': { jobs: ['train'], model: 'tied', prepare: (size) => webgpuLlm(size, 'mixed') },
    TabGPT: { jobs: ['train'], model: { share: TABGPT_SHARE }, prepare: (size) => tabGpt(tabgpt, size, false) },
    'TabGPT in f16': { jobs: ['train'], model: { share: TABGPT_SHARE }, prepare: (size) => tabGpt(tabgpt, size, true) },
  }) satisfies Record<string, Entry>;

interface Timed {
  milliseconds: number;
  /** Result on which all contestants must agree. */
  result?: number;
}

/** Interface for the runner, in a page or in Node. */
export interface Benchmark {
  about(): Promise<{ names: string[]; flops: { train: number; matmul: number }; adapter: string }>;
  /** Runs a job once. Returns null if the contestant lacks this job, or the reason why it cannot run here. */
  time(name: string, job: Job): Promise<Timed | { cannot: string } | null>;
}

/** @param adapterName resolves once the adapter is open */
export function benchmarkOf(entries: Readonly<Record<string, Entry>>, adapterName: () => Promise<string>): Benchmark {
  const prepared = new Map<string, Contestant>();
  return {
    about: async () => ({
      names: Object.keys(entries),
      flops: { train: trainingMatmulFlops(), matmul: matmulLimitFlops() },
      adapter: await adapterName(),
    }),
    async time(name, job) {
      const { jobs, prepare } = entries[name];
      if (!jobs.includes(job)) return null;
      let contestant = prepared.get(name);
      if (!contestant) {
        try {
          contestant = await prepare(WHOLE);
        } catch (error) {
          return { cannot: (error as Error).message };
        }
        prepared.set(name, contestant);
      }
      const start = performance.now();
      const result = await contestant[job]!();
      return { milliseconds: performance.now() - start, ...(typeof result === 'number' && { result }) };
    },
  };
}

type Tokens = Uint32Array<ArrayBuffer>;
/** Types the parts of TabGPT's `src/engine/model.ts` and `src/engine/kernels.ts` that are used here. */
interface TabGpt {
  GPT: new (device: GPUDevice, config: object) => { trainStep(x: Tokens, y: Tokens): Promise<number> };
  setF16(on: boolean): void;
}

const { hiddenSize: d, layers, heads, vocabSize } = configOf(WHOLE);
const TABGPT_SHARE = (layers * 12 * d * d + d * vocabSize) / WEIGHTS_PER_TOKEN;

/**
 * @param half stores weights, activations and gradients in f16, as TabGPT's own page does if the adapter supports it
 */
async function prepareTabGpt({ sequences }: WorkSize, { GPT, setF16 }: TabGpt, half: boolean): Promise<Contestant> {
  const adapter = (await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' }))!;
  if (half && !adapter.features.has('shader-f16')) throw new Error('The adapter lacks shader-f16.');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures: half ? ['shader-f16'] : [],
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  setF16(half);
  const size = { B: sequences, T: LENGTH, C: d, L: layers, NH: heads, V: vocabSize };
  const model = new GPT(device, { ...size, lr: 1e-3, warmup: 1, f16: half });
  const tokens = trainedTokens(batch().slice(0, sequences));
  const [inputs, targets] = [tokens.inputs, tokens.targets].map((ids) => Uint32Array.from(ids));
  return { train: () => model.trainStep(inputs, targets) };
}
