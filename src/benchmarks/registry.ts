/**
 * @file The real benchmarks by name, for the command line and the page.
 */
import { CodedError } from '../common/coded-error.ts';
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

/** @throws CodedError `unknown-benchmark` with the existing names. */
export function benchmarkByName(name: string): Benchmark {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  if (found !== undefined) return found;
  const names = BENCHMARKS.map((known) => known.name).join(', ');
  throw new CodedError('unknown-benchmark', `There is no benchmark "${name}"; choose ${names}.`, { name, names });
}
