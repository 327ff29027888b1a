/** @file Lists the real benchmarks, and finds them by name. */
import { alfworld } from './alfworld/alfworld.ts';
import { apiBank } from './apibank/exact.ts';
import { apiBankOfficial } from './apibank/official.ts';
import { bamboogle } from './bamboogle/bamboogle.ts';
import type { Benchmark } from './benchmark.ts';
import { bfcl, bfclJson } from './bfcl/benchmark.ts';

export const BENCHMARKS: readonly Benchmark[] = [bfcl, bfclJson, apiBank, apiBankOfficial, alfworld, bamboogle];

/** Returns a benchmark by name. The command line has already refused unknown names, so there always is one. */
export const benchmarkByName = (name: string): Benchmark => BENCHMARKS.find((benchmark) => benchmark.name === name)!;
