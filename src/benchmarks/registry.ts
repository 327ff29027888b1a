/** @file The real benchmarks by name, for the command line and the page. */
import { CodedError } from '../common/coded-error.ts';
import { alfworld } from './alfworld/alfworld.ts';
import { apiBank } from './apibank/exact.ts';
import { apiBankOfficial } from './apibank/official.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import type { Benchmark } from './benchmark.ts';
import { bfclBenchmark, bfclJson } from './bfcl/benchmark.ts';
import type { Python } from './python/python.ts';
import { travelplanner, travelplannerStrict } from './travelplanner/travelplanner.ts';

export const benchmarks = (python: Python): readonly Benchmark[] => [
  bfclBenchmark(python),
  bfclJson,
  apiBank,
  apiBankOfficial,
  alfworld,
  bamboogle,
  travelplanner,
  travelplannerStrict,
];

/** @throws CodedError `unknown-benchmark` with the existing names. */
export function benchmarkByName(known: readonly Benchmark[], name: string): Benchmark {
  const found = known.find((benchmark) => benchmark.name === name);
  if (found !== undefined) return found;
  const names = known.map((benchmark) => benchmark.name).join(', ');
  throw new CodedError('unknown-benchmark', { name, names });
}
