/**
 * @file What every real benchmark offers: read its published files, say what a model is asked, judge one answer by
 * the benchmark's own rule, and fold many verdicts into its published figures.
 *
 * Nothing here touches a disk or a browser: files arrive through a {@link FileSource}, so the command line
 * (`genenv score`) and the page's file picker run the same code.
 */

/** One file as bytes. A browser `File` and any `Blob` already have this shape. */
export interface ByteFile {
  /** Length in bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** A folder of files; names are relative paths with `/`, such as `possible_answer/BFCL_v4_multiple.json`. */
export interface FileSource {
  /** Every file name, in a fixed (sorted) order. */
  names(): Promise<readonly string[]>;
  /** The file, or `null` when the folder has none of that name. */
  open(name: string): Promise<ByteFile | null>;
}

/** Something wrong with a file that did not stop the rest from being read. */
export interface Problem {
  file: string;
  /** 1-based line, or `null` when the problem concerns the whole file. */
  line: number | null;
  /** Cause and remedy, in a sentence. */
  message: string;
}

/** `file:line: message`, the form compilers print. */
export const formatProblem = ({ file, line, message }: Problem): string =>
  line === null ? `${file}: ${message}` : `${file}:${line}: ${message}`;

export interface BenchmarkFile {
  /** Relative path, or a glob with `*` where a benchmark has one file per category. */
  path: string;
  what: string;
  required: boolean;
}

/** Every item has an id unique within its benchmark: predictions name it. */
export interface BenchmarkItem {
  readonly id: string;
}

export interface Loaded<Item extends BenchmarkItem> {
  items: readonly Item[];
  problems: readonly Problem[];
}

export type SubScore = number | boolean | string | null;

export interface Verdict {
  /** True or false; a number in [0, 1] where the benchmark's rule is graded. */
  correct: boolean | number;
  /** One sentence for a reader: why. */
  reason: string;
  /** The rule's parts by name. `id`, `correct` and `reason` are taken. */
  subscores: Readonly<Record<string, SubScore>>;
}

/** One prediction's verdict beside its item, as {@link Benchmark.aggregate} wants it. */
export interface ScoredItem<Item extends BenchmarkItem> {
  item: Item;
  verdict: Verdict;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A benchmark whose world answers back: the agent acts on each observation until `done`. */
export interface BenchmarkEpisode {
  /** What the world says before the first action. */
  readonly opening: string;
  /** Applies one action; after `done` the world no longer changes. */
  act(action: string): { observation: string; done: boolean };
  /** The benchmark's verdict on what has been done so far. */
  verdict(): Verdict;
}

export interface Benchmark<Item extends BenchmarkItem = BenchmarkItem> {
  /** The name on the command line. */
  readonly name: string;
  readonly title: string;
  /** Which rule it is, as a label beside every figure ("BFCL-AST rule"). */
  readonly rule: string;
  readonly files: readonly BenchmarkFile[];
  /** Reads what the source holds. Never throws on the files' content: what cannot be read becomes a problem. */
  load(source: FileSource): Promise<Loaded<Item>>;
  /**
   * Judges a model's whole output, whatever the text; never throws. For an interactive benchmark the output is the
   * actions, one a line.
   */
  score(item: Item, output: string): Verdict;
  /** The benchmark's published figures, by name. An item may occur more than once (several samples). */
  aggregate(scored: readonly ScoredItem<Item>[]): Record<string, number>;
  /** What a model is asked; the last message is the user's. */
  prompt(item: Item): ChatMessage[];
  /** Only where the benchmark is published in parts (splits, categories, levels): which one an item belongs to. */
  part?(item: Item): string;
  /** Only where the benchmark is interactive: a fresh world for this item. */
  episode?(item: Item): BenchmarkEpisode;
}
