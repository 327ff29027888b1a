/**
 * @file The contract of real benchmarks: read the published files, ask a model, judge one answer by
 * the benchmark's own rule, and fold many verdicts into its published figures.
 *
 * Nothing here touches a disk or a browser: files arrive through {@link BenchmarkFiles}, so the command line
 * (`genenv score`) and the page's file picker run the same code. Titles and descriptions are in `src/text`.
 */
import { CodedError } from '../common/coded-error.ts';
import type { CodedProblem } from '../common/error-parameters.ts';
import type { ChatMessage } from '../tasks/family.ts';
import type { BenchmarkReason } from './reason.ts';

/** A browser `File` and any `Blob` have this shape. */
export interface ByteFile {
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** A folder of files; names are relative paths with `/`, such as `possible_answer/BFCL_v4_multiple.json`. */
export interface BenchmarkFiles {
  /** Lists every file name, sorted. */
  names(): Promise<readonly string[]>;
  /** The file, or `null` when the folder has none of that name. */
  open(name: string): Promise<ByteFile | null>;
}

/** A mistake in a file that did not stop the rest from being read. */
export interface FileProblem extends CodedProblem {
  file: string;
  /** 1-based line, or `null` when the problem concerns the whole file. */
  line: number | null;
  /** Index from 0, if the problem concerns one element of the file's array. */
  element?: number;
}

/**
 * Prints `file:line: message`, as compilers do.
 * @param message in the language of the reader
 */
export const formatProblem = ({ file, line, element }: FileProblem, message: string): string =>
  `${file}${element === undefined ? '' : `[${element}]`}${line === null ? '' : `:${line}`}: ${message}`;

export interface BenchmarkFile {
  /** Relative path, or a glob with `*` if the benchmark has one file per category. */
  path: string;
  required: boolean;
}

/** Every item has an id that is unique within its benchmark; predictions refer to it. */
export interface BenchmarkItem {
  readonly id: string;
}

export interface Loaded<Item extends BenchmarkItem> {
  items: readonly Item[];
  problems: readonly FileProblem[];
}

export type SubScore = number | boolean | string | null;

export interface BenchmarkVerdict {
  /** True or false; a number in [0, 1] if the benchmark's rule is graded. */
  correct: boolean | number;
  reason: BenchmarkReason;
  /** The parts of the rule by name. The names `id`, `correct`, `reason` and `sentence` are reserved. */
  subscores: Readonly<Record<string, SubScore>>;
}

export interface ScoredItem<Item extends BenchmarkItem> {
  item: Item;
  verdict: BenchmarkVerdict;
}

/** Plays one item of an interactive benchmark: the agent answers each observation with an action until `done`. */
export interface BenchmarkEpisode {
  readonly opening: string;
  /** Applies one action; after `done` the world no longer changes. */
  act(action: string): { observation: string; done: boolean };
  /** The benchmark's verdict on what has been done so far. */
  verdict(): BenchmarkVerdict;
}

/** The benchmarks as the command line names them; two of them are read by two rules each. */
export type BenchmarkName =
  | 'bfcl'
  | 'bfcl-json'
  | 'apibank'
  | 'apibank-official'
  | 'alfworld'
  | 'bamboogle'
  | 'travelplanner'
  | 'travelplanner-strict';

export type BenchmarkRule =
  | 'bfcl-ast'
  | 'apibank-exact-dictionary'
  | 'apibank-official-evaluator'
  | 'alfworld-goal'
  | 'squad-exact-match'
  | 'travelplanner-constraints'
  | 'travelplanner-constraints-without-quirks';

export interface Benchmark<Item extends BenchmarkItem = BenchmarkItem> {
  readonly name: BenchmarkName;
  /** The rule that it applies, shown with every figure. */
  readonly rule: BenchmarkRule;
  readonly files: readonly BenchmarkFile[];
  /** Reads the items. Never throws because of a file's content: what cannot be read becomes a problem. */
  load(source: BenchmarkFiles): Promise<Loaded<Item>>;
  /**
   * Judges a model's whole output, whatever the text; never throws because of it. For an interactive benchmark the output
   * is the actions, one a line.
   */
  score(item: Item, output: string): BenchmarkVerdict | Promise<BenchmarkVerdict>;
  /** Computes the benchmark's published figures, by name. An item may occur more than once (several samples). */
  aggregate(scored: readonly ScoredItem<Item>[]): Record<string, number>;
  /** The prompt of an item; the last message is the user's. */
  prompt(item: Item): ChatMessage[];
  /** Names the part (split, category, level) of an item; missing if the benchmark has no parts. */
  part?(item: Item): string;
  /** Opens a new world for this item; missing if the benchmark is not interactive. */
  episode?(item: Item): BenchmarkEpisode;
}

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
