/** @file The page of the benchmark: loads each contestant by name and times one job at a time for the runner (run.mjs). */
import type { Contestant, Job } from './contestant.ts';
import { matmulLimitFlops, trainingMatmulFlops } from './workload.ts';

interface Entry {
  /** The jobs it takes part in: for others it is not even loaded. */
  jobs: readonly Job[];
  load(): Promise<{ prepare(): Promise<Contestant> }>;
}

const contestants: Readonly<Record<string, Entry>> = {
  genenv: { jobs: ['train', 'sample', 'matmul', 'curriculum'], load: () => import('./genenv.ts') },
  'jax-js': { jobs: ['train', 'sample'], load: () => import('./peers/jax-js.ts') },
  'onnxruntime-web': { jobs: ['sample'], load: () => import('./peers/onnxruntime.ts') },
  'plain TypeScript': { jobs: ['curriculum'], load: () => import('./peers/plain-typescript.ts') },
};

const prepared = new Map<string, Contestant>();

/** Runs a job once. Null where the contestant does not have this job; `result` is what all of them must agree on. */
async function time(name: string, job: Job): Promise<{ milliseconds: number; result?: number } | null> {
  const { jobs, load } = contestants[name];
  if (!jobs.includes(job)) return null;
  let contestant = prepared.get(name);
  if (!contestant) {
    contestant = await (await load()).prepare();
    prepared.set(name, contestant);
  }
  const start = performance.now();
  const result = await contestant[job]!();
  return { milliseconds: performance.now() - start, ...(typeof result === 'number' && { result }) };
}

async function adapterName(): Promise<string> {
  const { vendor, architecture } = (await navigator.gpu.requestAdapter())!.info;
  return `${vendor} ${architecture}`;
}

Object.assign(window, {
  benchmark: {
    names: Object.keys(contestants),
    time,
    adapterName,
    flops: { train: trainingMatmulFlops(), matmul: matmulLimitFlops() },
  },
});
