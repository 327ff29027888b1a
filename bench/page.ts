/** @file The page of the benchmark. */
import { benchmarkOf, contestants } from './contestants.ts';

async function adapterName(): Promise<string> {
  const { vendor, architecture } = (await navigator.gpu.requestAdapter())!.info;
  return `${vendor} ${architecture}`;
}

Object.assign(window, { benchmark: benchmarkOf(contestants, adapterName) });
