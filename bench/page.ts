/** @file The contestants in the browser, by name, for the runner (run.mjs) to call in turn. */
import { matmulLimitFlops, trainingMatmulFlops } from './workload.ts';

export interface Contestant {
  name: string;
  /** One training step on the whole batch; resolves to the loss before it. Absent: cannot train. */
  train?(): Promise<number>;
  /** The whole sampling job. */
  sample(): Promise<void>;
  /** Plain matrix products, the limit of a training step. */
  matmul?(): Promise<void>;
}

export type Job = 'train' | 'sample' | 'matmul';

const loaders: Record<string, () => Promise<{ prepare(): Promise<Contestant> }>> = {
  genenv: () => import('./genenv.ts'),
  'jax-js': () => import('./peers/jax-js.ts'),
  'onnxruntime-web': () => import('./peers/onnxruntime.ts'),
};

const ready = new Map<string, Contestant>();

/** One call; null where the contestant has no such job. */
async function time(name: string, job: Job): Promise<{ milliseconds: number; loss?: number } | null> {
  let contestant = ready.get(name);
  if (!contestant) ready.set(name, (contestant = await (await loaders[name]()).prepare()));
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
