/**
 * @file Loads each contestant of the benchmark by name and times one job at a time for the runner (run.mjs).
 *
 * TabGPT (https://github.com/jbingen/tabgpt) has a training step of one fixed list of dispatches, with products that
 * hold vectors of four in registers. It is in no registry, so the user gives a folder of its source. Width, layers,
 * heads and vocabulary are ours. Its feed-forward layers are squared ReLU of 4d channels (ours: SwiGLU of 3d). It
 * normalises queries and keys, and its output head is its embedding. It chooses its seed and learning rate itself.
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
  /** It takes part in these jobs, and is not loaded for others. */
  jobs: readonly Job[];
  /**
   * It trains this model: ours, ours with its embedding as its head, or its own, which needs only `TABGPT_SHARE` of our
   * multiply-adds.
   */
  model: 'ours' | 'tied' | { share: number };
  /** @throws Error that says why it cannot take part here */
  prepare(size: WorkSize): Promise<Contestant>;
}

/** @param tabgpt folder of TabGPT's source, which is in no registry */
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

/** Lists the contestants of a page. In Node some are loaded in another way, or not at all. */
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
  /** All contestants must agree on this result. */
  result?: number;
}

/** The runner calls this in a page or in Node. */
export interface Benchmark {
  about(): Promise<{ names: string[]; flops: { train: number; matmul: number }; adapter: string }>;
  /**
   * Runs a job once. Returns null if the contestant does not have this job, and says why if it cannot take part here.
   */
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
/** Types only what is used here of TabGPT's `src/engine/model.ts` and `src/engine/kernels.ts`. */
interface TabGpt {
  GPT: new (device: GPUDevice, config: object) => { trainStep(x: Tokens, y: Tokens): Promise<number> };
  setF16(on: boolean): void;
}

const { hiddenSize: d, layers, heads, vocabSize } = configOf(WHOLE);
const TABGPT_SHARE = (layers * 12 * d * d + d * vocabSize) / WEIGHTS_PER_TOKEN;

/** @param half stores weights, activations and gradients in f16, as its own page does if the adapter has it */
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
