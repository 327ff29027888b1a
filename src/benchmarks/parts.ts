/** @file The parts a benchmark is published in: splits, categories, levels. */
import type { Benchmark, BenchmarkItem } from './benchmark.ts';

/** How many items each part has, in the order of the items; empty where the benchmark has no parts. */
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

/**
 * The items of one part, or all where none is named.
 * @throws RangeError with the parts there are
 */
export function itemsOfPart<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  part: string | undefined,
): readonly Item[] {
  if (part === undefined) return items;
  const chosen = items.filter((item) => benchmark.part?.(item) === part);
  if (chosen.length > 0) return chosen;
  const names = partsOf(benchmark, items).map(({ name }) => name);
  const choice = names.length > 0 ? `Choose ${names.join(', ')}.` : 'It is not published in parts.';
  throw new RangeError(`${benchmark.name} has no part "${part}" in the files read. ${choice}`);
}
