/**
 * @file The real benchmarks by name, for the command line and the page.
 */
import { alfworld } from './alfworld/alfworld.ts';
import { apiBank } from './apibank/exact.ts';
import { apiBankOfficial } from './apibank/official.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import type { Benchmark } from './benchmark.ts';
import { bfclBenchmark } from './bfcl/benchmark.ts';
import { travelplanner, travelplannerStrict } from './travelplanner/travelplanner.ts';

export const BENCHMARKS: readonly Benchmark[] = [
  bfclBenchmark('python'),
  bfclBenchmark('json'),
  apiBank,
  apiBankOfficial,
  alfworld,
  bamboogle,
  travelplanner,
  travelplannerStrict,
];

/** @throws with the names there are. */
export function benchmarkByName(name: string): Benchmark {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  if (found !== undefined) return found;
  throw new Error(`There is no benchmark "${name}"; choose ${BENCHMARKS.map((known) => known.name).join(', ')}.`);
}
