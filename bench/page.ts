/** @file Runs the contestants in a page. `run.mjs` calls the functions of `window.benchmark`. */
import { prepare as genenv } from './genenv.ts';
import { prepare as jaxJs } from './peers/jax-js.ts';
import { type Contestant, WHOLE } from './workload.ts';

const contestants = { genenv, 'jax-js': jaxJs };
type Name = keyof typeof contestants;
const prepared = new Map<Name, Contestant>();

const benchmark = {
  async adapter(): Promise<string> {
    const { vendor, architecture } = (await navigator.gpu.requestAdapter())!.info;
    return `${vendor} ${architecture}`;
  },
  /** Times a job once. Prepares the contestant first, which is not timed. Only training has a loss. */
  async time(name: Name, job: keyof Contestant): Promise<{ milliseconds: number; loss?: number }> {
    const contestant = prepared.get(name) ?? (await contestants[name](WHOLE));
    prepared.set(name, contestant);
    const start = performance.now();
    const loss = await contestant[job]();
    return { milliseconds: performance.now() - start, ...(typeof loss === 'number' && { loss }) };
  },
};
Object.assign(window, { benchmark });
