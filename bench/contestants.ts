/** @file Loads each contestant of the benchmark by name and times one job at a time for the runner (run.mjs). */
import type { Contestant, Job } from './contestant.ts';
import { prepare as prepareTabGpt, TABGPT_SHARE, type TabGpt } from './peers/tabgpt.ts';
import { matmulLimitFlops, trainingMatmulFlops, WHOLE, type WorkSize } from './workload.ts';

export interface Entry {
  /** It takes part in these jobs, and is not loaded for others. */
  jobs: readonly Job[];
  /**
   * The model that it trains: ours, ours with its embedding as its head, or its own, whose multiply-adds are a share of
   * ours.
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

export interface Timed {
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
