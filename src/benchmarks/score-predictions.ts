/**
 * @file Scores a predictions file with one `{"id", "output"}` per line or array element. Yields one result for each
 * prediction, in order, then the benchmark's aggregate. The consumer can show progress after each result, and can stop.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Benchmark, BenchmarkItem, BenchmarkReason, ByteFile, ScoredItem, SubScore } from './benchmark.ts';
import { isObject } from '../common/plain-json.ts';
import { Loading, memoryFiles, mismatch, type ParsedJson, parseJson, readLines } from './files.ts';
import type { CodedProblem } from '../common/error-parameters.ts';

export interface ResultRow<Reason = BenchmarkReason> {
  /** Id of the item, or `null` if the prediction cannot be read. */
  id: string | null;
  correct: boolean | number;
  reason: Reason;
  subscores: Readonly<Record<string, SubScore>>;
}

export type ScoringEvent =
  | { kind: 'result'; row: ResultRow; /** Share of the file read so far, 0 to 1. */ progress: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/**
 * Converts a line of a benchmark's own result files into our form. The line has BFCL's `result` or FlashRAG's
 * `output.pred`. Returns other values unchanged.
 */
function inOwnForm(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id, result, output } = value;
  if (result !== undefined && output === undefined)
    return { id, output: typeof result === 'string' ? result : result === null ? '' : JSON.stringify(result) };
  if (isObject(output) && 'pred' in output) return { id, output: output.pred };
  return value;
}

/** Some benchmarks number their items, so an id that is a number becomes text. */
const prediction = z.object({ id: z.union([z.string(), z.int().transform(String)]), output: z.string() });

/** `place` names the line or element in messages. */
type Given = ParsedJson & { place: string; progress: number };

/** Yields the value of each line, or of each element if the file is one array, as FlashRAG writes it. */
async function* valuesOf(file: ByteFile, name: string): AsyncGenerator<Given> {
  let isArray: boolean | undefined;
  for await (const { text, problem, number, end } of readLines(file)) {
    if (text?.trim() === '') continue;
    isArray ??= /^\s*\[/.test(text ?? '');
    if (isArray) break;
    const json = text === null ? { value: null, problem } : parseJson(text);
    yield { ...json, place: `${name}:${number}`, progress: end / file.size };
  }
  if (!isArray) return;
  const files = new Loading(memoryFiles([[name, file]]));
  const rows = await files.jsonArray(name, z.unknown());
  for (const problem of files.problems) yield { value: null, problem, place: name, progress: 1 };
  for (const { at, value } of rows)
    yield { value, problem: null, place: `${name}[${at}]`, progress: (at + 1) / rows.length };
}

/**
 * Scores every prediction of a file. A prediction that cannot be scored (not JSON, unknown id) gives a result with
 * `correct: false` and a reason with its place. The benchmark's own figures leave it out.
 *
 * The aggregate has the benchmark's figures and three counts: `predictions`, `rejected` (predictions that cannot be
 * scored) and `items_without_prediction`.
 * @param name name of the predictions file in reasons
 * @throws the reason of `signal` when aborted
 */
export async function* scorePredictions<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  predictions: ByteFile,
  { name = 'predictions', signal }: { name?: string; signal?: AbortSignal } = {},
): AsyncGenerator<ScoringEvent> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const scored: ScoredItem<Item>[] = [];
  let rejected = 0;

  const scoreValue = async ({ value, problem, place }: Given): Promise<ResultRow> => {
    const reject = (id: string | null, reason: BenchmarkReason): ResultRow => {
      rejected += 1;
      return { id, correct: false, reason, subscores: {} };
    };
    const unreadable = (because: CodedProblem) =>
      reject(null, { code: 'prediction-not-readable', place, problem: because });
    if (problem !== null) return unreadable(problem);
    const checked = prediction.safeParse(inOwnForm(value));
    if (!checked.success) return unreadable(mismatch(checked.error));
    const { id, output } = checked.data;
    const item = byId.get(id);
    if (item === undefined) return reject(id, { code: 'unknown-id', place, benchmark: benchmark.name });
    const verdict = await benchmark.score(item, output);
    scored.push({ item, verdict });
    return { id, ...verdict };
  };

  for await (const given of valuesOf(predictions, name)) {
    signal?.throwIfAborted();
    yield { kind: 'result', row: await scoreValue(given), progress: given.progress };
    // Let the event loop handle Ctrl-C.
    await setImmediate();
  }
  signal?.throwIfAborted();
  yield { kind: 'aggregate', aggregate: aggregateOf(benchmark, items, scored, rejected) };
}

/** Computes the benchmark's figures over the scored items, and the three counts of {@link scorePredictions}. */
export function aggregateOf<Item extends BenchmarkItem>(
  benchmark: Benchmark<Item>,
  items: readonly Item[],
  scored: readonly ScoredItem<Item>[],
  rejected: number,
): Record<string, number> {
  return {
    ...benchmark.aggregate(scored),
    predictions: scored.length + rejected,
    rejected,
    items_without_prediction: items.length - new Set(scored.map(({ item }) => item.id)).size,
  };
}

/** Writes a result as one line of JSON. */
export function formatRow({ id, correct, reason, subscores }: ResultRow, sentence: string): string {
  return JSON.stringify({ id, correct, reason, sentence, ...subscores });
}
