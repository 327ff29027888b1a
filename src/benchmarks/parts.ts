/** @file The parts a benchmark is published in: splits, categories, levels. */
import { CodedError } from '../common/coded-error.ts';
import type { Benchmark, BenchmarkItem } from './benchmark.ts';

/** Counts the items of each part, in the order of the items; empty if the benchmark has no parts. */
export function partsOf<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
): { name: string; items: number }[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const part = benchmark.part?.(item);
    if (part !== undefined) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, items: count }));
}

/** The items of one part, or all items if `part` is undefined. */
export function itemsOfPart<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  part: string | undefined,
): readonly Item[] {
  if (part === undefined) return items;
  const chosen = items.filter((item) => benchmark.part?.(item) === part);
  if (chosen.length > 0) return chosen;
  const names = partsOf(benchmark, items).map(({ name }) => name);
  throw new CodedError('unknown-part', { benchmark: benchmark.name, part, parts: names.join(', ') });
}
