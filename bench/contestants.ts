/**
 * @file Who takes part in the benchmark: loads each contestant by name and times one job at a time for the runner (run.mjs).
 */
import type { Contestant, Job } from './contestant.ts';
import { matmulLimitFlops, trainingMatmulFlops } from './workload.ts';

interface Entry {
  /** The jobs it takes part in: for others it is not even loaded. */
  jobs: readonly Job[];
  load(): Promise<{ prepare(): Promise<Contestant> }>;
}

/** All of a page; in Node some are loaded otherwise, or not at all. */
export const contestants: Readonly<Record<string, Entry>> = {
  genenv: { jobs: ['train', 'sample', 'matmul', 'curriculum'], load: () => import('./genenv.ts') },
  'jax-js': { jobs: ['train', 'sample'], load: () => import('./peers/jax-js.ts') },
  'onnxruntime-web': { jobs: ['sample'], load: () => import('./peers/onnxruntime.ts') },
  'plain TypeScript': { jobs: ['curriculum'], load: () => import('./peers/plain-typescript.ts') },
};

export interface Timed {
  milliseconds: number;
  /** What all contestants must agree on. */
  result?: number;
}

/** What the runner asks for, in a page or in Node. */
export interface Benchmark {
  about(): Promise<{ names: string[]; flops: { train: number; matmul: number }; adapter: string }>;
  /** Runs a job once. Null where the contestant does not have this job. */
  time(name: string, job: Job): Promise<Timed | null>;
}

/** @param adapterName told once the adapter is there */
export function benchmarkOf(entries: Readonly<Record<string, Entry>>, adapterName: () => Promise<string>): Benchmark {
  const prepared = new Map<string, Contestant>();
  return {
    about: async () => ({
      names: Object.keys(entries),
      flops: { train: trainingMatmulFlops(), matmul: matmulLimitFlops() },
      adapter: await adapterName(),
    }),
    async time(name, job) {
      const { jobs, load } = entries[name];
      if (!jobs.includes(job)) return null;
      let contestant = prepared.get(name);
      if (!contestant) {
        contestant = await (await load()).prepare();
        prepared.set(name, contestant);
      }
      const start = performance.now();
      const result = await contestant[job]!();
      return { milliseconds: performance.now() - start, ...(typeof result === 'number' && { result }) };
    },
  };
}
