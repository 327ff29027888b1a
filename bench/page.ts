/** @file The page of the benchmark: loads each contestant by name and times one job at a time for the runner (run.mjs). */
import type { Contestant, Job } from './contestant.ts';
import { matmulLimitFlops, trainingMatmulFlops } from './workload.ts';

const loaders: Record<string, () => Promise<{ prepare(): Promise<Contestant> }>> = {
  genenv: () => import('./genenv.ts'),
  'jax-js': () => import('./peers/jax-js.ts'),
  'onnxruntime-web': () => import('./peers/onnxruntime.ts'),
};

const prepared = new Map<string, Contestant>();

/** Runs a job once. Null where the contestant does not have this job; `loss` only of training. */
async function time(name: string, job: Job): Promise<{ milliseconds: number; loss?: number } | null> {
  let contestant = prepared.get(name);
  if (!contestant) {
    contestant = await (await loaders[name]()).prepare();
    prepared.set(name, contestant);
  }
  if (!contestant[job]) return null;
  const start = performance.now();
  const loss = await contestant[job]();
  return { milliseconds: performance.now() - start, ...(typeof loss === 'number' && { loss }) };
}

async function adapterName(): Promise<string> {
  const { vendor, architecture } = (await navigator.gpu.requestAdapter())!.info;
  return `${vendor} ${architecture}`;
}

Object.assign(window, {
  benchmark: {
    names: Object.keys(loaders),
    time,
    adapterName,
    flops: { train: trainingMatmulFlops(), matmul: matmulLimitFlops() },
  },
});
