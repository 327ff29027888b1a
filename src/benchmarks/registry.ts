/** @file Lists the real benchmarks, and finds them by name. */
import { CodedError } from '../common/coded-error.ts';
import { alfworld } from './alfworld/alfworld.ts';
import { apiBank } from './apibank/exact.ts';
import { apiBankOfficial } from './apibank/official.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import type { Benchmark } from './benchmark.ts';
import { bfcl, bfclJson } from './bfcl/benchmark.ts';

export const BENCHMARKS: readonly Benchmark[] = [bfcl, bfclJson, apiBank, apiBankOfficial, alfworld, bamboogle];

/** @throws CodedError `unknown-benchmark` with the known names */
export function benchmarkByName(name: string): Benchmark {
  const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
  if (found !== undefined) return found;
  const names = BENCHMARKS.map((benchmark) => benchmark.name).join(', ');
  throw new CodedError('unknown-benchmark', { name, names });
}
