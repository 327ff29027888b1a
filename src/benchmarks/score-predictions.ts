/**
 * @file Scoring a predictions file: one `{"id", "output"}` per line in, one result per line out, in the same order,
 * then the benchmark's aggregate. One loop for the command line and the page: it yields as it goes, so the consumer
 * shows progress and stops by not pulling, or by an `AbortSignal`.
 */
import { z } from 'zod';
import type { Benchmark, BenchmarkItem, ByteFile, ScoredItem, SubScore } from './benchmark.ts';
import { parseJson, readLines, schemaMessage } from './files.ts';

/** What a results line holds: the three fixed fields, then the rule's sub-scores. */
export type ResultRow = {
  /** `null` where the line named no item. */
  id: string | null;
  correct: boolean | number;
  reason: string;
} & Record<string, SubScore>;

export type ScoringEvent =
  | { kind: 'result'; row: ResultRow; /** Share of the file read so far, 0 to 1. */ progress: number }
  | { kind: 'aggregate'; aggregate: Record<string, number> };

const prediction = z.object({ id: z.string(), output: z.string() });

/**
 * Milliseconds between two turns of the event loop, so that a click on "cancel" is heard. Not a count of lines: browsers
 * make each turn wait 4 ms, and a line takes from microseconds to milliseconds.
 */
const TURN_MS = 30;

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Scores every line of `predictions`; a line that cannot be scored (not JSON, unknown id) is a result with
 * `correct: false`, its reason naming the line, and is left out of the benchmark's own figures.
 *
 * The aggregate is the benchmark's, plus three counts: `predictions` (lines), `rejected` (lines that could not be
 * scored) and `items_without_prediction`.
 * @param name how the predictions file is called in messages.
 * @throws the signal's reason once it is aborted.
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

  const scoreLine = (text: string | null, message: string | null, line: number): ResultRow => {
    const reject = (id: string | null, why: string): ResultRow => {
      rejected += 1;
      return { id, correct: false, reason: `${name}:${line}: ${why}` };
    };
    if (text === null) return reject(null, message ?? 'the line cannot be read.');
    const json = parseJson(text);
    if (json.error !== null) return reject(null, json.error);
    const checked = prediction.safeParse(json.value);
    if (!checked.success) return reject(null, schemaMessage(checked.error));
    const { id, output } = checked.data;
    const item = byId.get(id);
    if (item === undefined) return reject(id, `${benchmark.name} has no item with this id in the files read.`);
    const verdict = benchmark.score(item, output);
    scored.push({ item, verdict });
    return { ...verdict.subscores, id, correct: verdict.correct, reason: verdict.reason };
  };

  for await (const { number, text, message, end } of readLines(predictions)) {
    signal?.throwIfAborted();
    if (text !== null && text.trim() === '') continue;
    const row = scoreLine(text, message, number);
    yield { kind: 'result', row, progress: predictions.size === 0 ? 1 : end / predictions.size };
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

/** A result as its output line, `id`, `correct` and `reason` first. */
export function formatRow({ id, correct, reason, ...subscores }: ResultRow): string {
  return JSON.stringify({ id, correct, reason, ...subscores });
}
