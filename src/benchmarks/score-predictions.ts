/**
 * @file Scores a predictions file: one `{"id", "output"}` per line in, one result per line out, in the same order, then
 * the benchmark's aggregate. The command line and the page use the same loop. It yields each result at once, so the
 * consumer can show progress, and can stop by not pulling or by an `AbortSignal`.
 */
import { z } from 'zod';
import type { Benchmark, BenchmarkItem, ByteFile, ScoredItem, SubScore } from './benchmark.ts';
import { isObject } from '../common/plain-json.ts';
import { parseJson, readLines, mismatch, type Line } from './files.ts';
import type { CodedProblem } from '../common/error-parameters.ts';
import type { BenchmarkReason, RejectionReason } from './reason.ts';

export interface ResultRow<Reason = BenchmarkReason | RejectionReason> {
  /** `null` if the line named no item. */
  id: string | null;
  correct: boolean | number;
  reason: Reason;
  subscores: Readonly<Record<string, SubScore>>;
}

export type ScoringEvent =
  | { kind: 'result'; row: ResultRow; /** Share of the file read so far, 0 to 1. */ progress: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

/**
 * Turns a line of a benchmark's own result files into our form: BFCL's `result`; TravelPlanner's `plan`, whose `idx`
 * counts from 1; FlashRAG's `output.pred`. It leaves any other value as it is.
 */
function inOwnForm(value: unknown): unknown {
  if (!isObject(value)) return value;
  const asText = (given: unknown) => (typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given));
  if (Number.isInteger(value.idx) && 'plan' in value) return { id: Number(value.idx) - 1, output: asText(value.plan) };
  if ('result' in value && !('output' in value)) return { id: value.id, output: asText(value.result) };
  if (isObject(value.output) && 'pred' in value.output) return { id: value.id, output: value.output.pred };
  return value;
}

/** Some benchmarks number their items; an id that is a number is its text. */
const prediction = z.object({ id: z.union([z.string(), z.int().transform(String)]), output: z.string() });

/**
 * Milliseconds between two turns of the event loop, so that a click on "cancel" is noticed. This is a time and not a count
 * of lines, because browsers delay each turn by 4 ms, and a line takes from microseconds to milliseconds.
 */
const TURN_MS = 30;

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Scores every line of `predictions`; a line that cannot be scored (not JSON, unknown id) is a result with
 * `correct: false` whose reason names the line; the benchmark's own figures leave it out.
 *
 * The aggregate is the benchmark's, plus three counts: `predictions` (lines), `rejected` (lines that could not be
 * scored) and `items_without_prediction`.
 * @param name the name of the predictions file in reasons
 * @throws the signal's reason when it is aborted
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
  let turnStart = performance.now();

  const scoreLine = async ({ text, problem, number: line }: Line): Promise<ResultRow> => {
    const reject = (id: string | null, reason: RejectionReason): ResultRow => {
      rejected += 1;
      return { id, correct: false, reason, subscores: {} };
    };
    const unreadable = (because: CodedProblem) =>
      reject(null, { code: 'line-not-readable', file: name, line, problem: because });
    if (text === null) return unreadable(problem);
    const json = parseJson(text);
    if (json.problem !== null) return unreadable(json.problem);
    const checked = prediction.safeParse(inOwnForm(json.value));
    if (!checked.success) return unreadable(mismatch(checked.error));
    const { id, output } = checked.data;
    const item = byId.get(id);
    if (item === undefined) return reject(id, { code: 'unknown-id', file: name, line, benchmark: benchmark.name });
    const verdict = await benchmark.score(item, output);
    scored.push({ item, verdict });
    return { id, ...verdict };
  };

  for await (const line of readLines(predictions)) {
    signal?.throwIfAborted();
    if (line.text?.trim() === '') continue;
    const row = await scoreLine(line);
    yield { kind: 'result', row, progress: predictions.size === 0 ? 1 : line.end / predictions.size };
    if (performance.now() - turnStart >= TURN_MS) {
      await nextTurn();
      turnStart = performance.now();
    }
  }
  signal?.throwIfAborted();
  yield { kind: 'aggregate', aggregate: aggregateOf(benchmark, items, scored, rejected) };
}

/** The benchmark's figures over what could be scored, and the three counts of {@link scorePredictions}. */
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

/** Writes a result as its output line. */
export function formatRow({ id, correct, reason, subscores }: ResultRow, sentence: string): string {
  return JSON.stringify({ id, correct, reason, sentence, ...subscores });
}
