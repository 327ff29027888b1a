/** @file The words of the benchmarks panel in the language chosen, and the names of benchmarks, rules and files. */
import type { AnyWording } from './any-wording.ts';
import type { benchmarkText as english } from './en/benchmarks.ts';
import { chosen } from './language.ts';

export const { benchmarkText } = await chosen<{ benchmarkText: AnyWording<typeof english> }>({
  en: () => import('./en/benchmarks.ts'),
  zh: () => import('./zh/benchmarks.ts'),
});
