/**
 * @file Declares the contract of real benchmarks. A benchmark reads its published files, writes prompts, judges each
 * answer by its own rule, and computes the published figures.
 *
 * Reasons are codes, whose sentences are in `src/text`.
 */
import { CodedError } from '../common/coded-error.ts';
import type { CodedProblem, ErrorData } from '../common/error-parameters.ts';
import { groupBy, meanOrZero } from '../common/mean.ts';
import type { CodedData } from '../common/message-data.ts';
import type { CommandMessages } from '../common/message-types.ts';
import type { CheckReason } from '../tasks/calls/call.ts';
import type { ChatMessage } from '../tasks/family.ts';

/** Data of reasons that hold lists, problems or further reasons. Their sentences have other parameters. */
interface ReasonData {
  'answer-matches': { expected: readonly string[] };
  'answer-contains-expected': { answer: string; expected: readonly string[] };
  'answer-differs': { answer: string; expected: readonly string[] };
  'not-decodable': { problem: CodedProblem };
  /** The official decoder would run code in the output, but ours does not. */
  'not-evaluated': { problem: CodedProblem };
  'rightly-no-call': { because: BenchmarkReason };
  /** The official check of two results would raise an exception. */
  'results-not-comparable': { because: BenchmarkReason };
  'prediction-not-readable': { place: string; problem: CodedProblem };
  /** The tokenizer or the chat template raised `problem`. */
  'prompt-not-readable': { problem: ErrorData };
  'not-run': { because: BenchmarkReason };
  /** The episode ended because its conversation could no longer be read. */
  'ended-early': { verdict: BenchmarkReason; because: BenchmarkReason };
}

/**
 * Reason why an output has its verdict, or has no verdict. The English catalogue lists the codes (`reasons` in
 * command.json). The `place` of a prediction is its file, with a line from 1 or an element from 0.
 */
export type BenchmarkReason = CheckReason | CodedData<CommandMessages['reasons'], ReasonData>;

/** File that can be read as a stream of bytes, such as a `Blob`. */
export interface ByteFile {
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** A folder of files. Names are relative paths with `/`, e.g. `possible_answer/BFCL_v4_multiple.json`. */
export interface BenchmarkFiles {
  /** Returns every file name, sorted. */
  names(): Promise<readonly string[]>;
  /** Opens a file. Returns `null` if the folder has no file with this name. */
  open(name: string): Promise<ByteFile | null>;
}

/** Problem of a file, or of one line or element of the file. */
export interface FileProblem extends CodedProblem {
  file: string;
  /** Line number from 1, or `null` if the problem concerns the whole file. */
  line: number | null;
  /** Index from 0 if the problem concerns one element of the file's array. */
  element?: number;
}

/**
 * Writes `file:line: message`, as compilers do.
 * @param message in the language of the reader
 */
export const formatProblem = ({ file, line, element }: FileProblem, message: string): string =>
  `${file}${element === undefined ? '' : `[${element}]`}${line === null ? '' : `:${line}`}: ${message}`;

export interface BenchmarkFile {
  /** Relative path, with `*` if the benchmark has several such files. */
  path: string;
  required: boolean;
}

export interface BenchmarkItem {
  /** Id that is unique within the benchmark. Predictions name the id. */
  readonly id: string;
}

export interface Loaded<Item extends BenchmarkItem> {
  items: readonly Item[];
  problems: readonly FileProblem[];
}

export type SubScore = number | boolean | string | null;

export interface BenchmarkVerdict {
  /** Verdict as true or false, or a score in [0, 1] if the benchmark's rule is graded. */
  correct: boolean | number;
  reason: BenchmarkReason;
  /** Maps each part of the rule to its score. The names `id`, `correct`, `reason` and `sentence` are reserved. */
  subscores: Readonly<Record<string, SubScore>>;
}

export interface ScoredItem<Item extends BenchmarkItem> {
  item: Item;
  verdict: BenchmarkVerdict;
}

/** Returns the mean score in [0, 1], or 0 if there are no items. */
export const accuracy = (scored: readonly ScoredItem<BenchmarkItem>[]): number =>
  meanOrZero(scored.map(({ verdict }) => Number(verdict.correct)));

/** Computes the accuracy of each group of items, sorted by group name. */
export function accuracyBy<Item extends BenchmarkItem>(
  scored: readonly ScoredItem<Item>[],
  nameOf: (item: Item) => string,
): Record<string, number> {
  const groups = [...groupBy(scored, ({ item }) => nameOf(item))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(groups.map(([name, group]) => [name, accuracy(group)]));
}

/** Attempt at one item of an interactive benchmark. The agent answers each observation with an action until `done`. */
export interface BenchmarkEpisode {
  readonly opening: string;
  /** Applies one action. After `done` the world no longer changes. */
  act(action: string): { observation: string; done: boolean };
  /** Judges the actions so far. */
  verdict(): BenchmarkVerdict;
}

/** Names of benchmarks on the command line. BFCL and API-Bank have two variants each, with a name for each variant. */
export type BenchmarkName = keyof CommandMessages['idFormats'];

/** Names of the scoring rules of benchmarks and of task families. */
export type ScoringRule = keyof CommandMessages['ruleNames'];

export interface Benchmark<Item extends BenchmarkItem = BenchmarkItem> {
  readonly name: BenchmarkName;
  readonly rule: ScoringRule;
  readonly files: readonly BenchmarkFile[];
  /** Reads the items. Unreadable content of a file becomes a problem and never throws. */
  load(source: BenchmarkFiles): Promise<Loaded<Item>>;
  /** Judges a model's whole output, and never throws. In an interactive benchmark, each line is one action. */
  score(item: Item, output: string): BenchmarkVerdict | Promise<BenchmarkVerdict>;
  /** Computes the benchmark's published figures, by name. An item may have several samples. */
  aggregate(scored: readonly ScoredItem<Item>[]): Record<string, number>;
  /** Writes the prompt of an item. The last message is the user's. */
  prompt(item: Item): ChatMessage[];
  /** Returns the part (split, category, level) of an item. Benchmarks without parts leave this out. */
  part?(item: Item): string;
  /** Opens a new world for this item. Benchmarks that are not interactive leave this out. */
  episode?(item: Item): BenchmarkEpisode;
}

/** Returns the different parts of the items, in order of appearance. Empty if the benchmark has no parts. */
export const partsOf = <Item extends BenchmarkItem>({ part }: Benchmark<Item>, items: readonly Item[]): string[] =>
  part === undefined ? [] : [...new Set(items.map(part))];

/** Returns the items of one part, or all items if `part` is undefined. @throws CodedError `unknown-part` */
export function itemsOfPart<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  part: string | undefined,
): readonly Item[] {
  if (part === undefined) return items;
  const chosen = items.filter((item) => benchmark.part?.(item) === part);
  if (chosen.length > 0) return chosen;
  throw new CodedError('unknown-part', {
    benchmark: benchmark.name,
    part,
    parts: partsOf(benchmark, items).join(', '),
  });
}
