/** @file The words of the benchmarks panel in the language chosen, and the names of benchmarks, rules and files. */
import type { AnyWording } from './any-wording.ts';
import { benchmarks, benchmarkTitles, fileDescription, idFormats, ruleNames } from './en/benchmarks.ts';

const english = { ...benchmarks, titles: benchmarkTitles, ruleNames, fileDescription, idFormats };

export const benchmarkText: AnyWording<typeof english> = english;
