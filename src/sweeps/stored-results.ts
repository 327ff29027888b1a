/** @file Results of a sweep in a database: the lines of a headless sweep's files, in the same order. */
import type { StoredResult, SweepRecord, SweepStore } from '../store/sweep-contract.ts';
import type { Runs } from '../analysis/axes.ts';
import { parseSummaryLine, summaryLine } from './summaries-file.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-results.ts';
import { parseTelemetry, telemetryLine } from './telemetry-file.ts';
import type { RunResult, SweepResults } from './sweep.ts';

export const storedResult = ({ summary, telemetry }: RunResult): StoredResult => ({
  summary: summaryLine(summary),
  telemetry: telemetry && telemetryLine(telemetry),
});

/** The results of one sweep, as `runSweep` finds and leaves them. */
export const databaseResults = (store: SweepStore, record: SweepRecord): SweepResults => ({
  async get(id) {
    const stored = await store.result(record.name, id);
    return stored && parseSummaryLine(stored.summary, `The result of ${id}`);
  },
  async put(summary, telemetry) {
    await store.putResults(record, new Map([[summary.id, storedResult({ summary, telemetry })]]));
  },
});

/** In the order of the sweep's runs, of those that it still names; null: all there are. */
const inOrder = (stored: ReadonlyMap<string, StoredResult>, order: readonly string[] | null): StoredResult[] =>
  (order ?? [...stored.keys()]).flatMap((id) => stored.get(id) ?? []);

/** @throws CodedError where a stored result cannot be read */
export function runsOfResults(stored: ReadonlyMap<string, StoredResult>, order: readonly string[] | null): Runs {
  const results = inOrder(stored, order);
  return {
    summaries: results.map(({ summary }, i) => parseSummaryLine(summary, `Result ${i + 1}`)),
    telemetry: new Map(results.flatMap(({ telemetry }) => parseTelemetry(telemetry ?? '')).map((one) => [one.id, one])),
  };
}

/** The files `genenv sweep` would have written. */
export function filesOfResults(
  stored: ReadonlyMap<string, StoredResult>,
  order: readonly string[] | null,
): { path: string; text: string }[] {
  const results = inOrder(stored, order);
  const lines = (of: readonly (string | null)[]) => of.flatMap((line) => (line === null ? [] : `${line}\n`)).join('');
  const telemetry = lines(results.map((one) => one.telemetry));
  return [
    { path: SUMMARIES_FILE, text: lines(results.map(({ summary }) => summary)) },
    ...(telemetry === '' ? [] : [{ path: TELEMETRY_FILE, text: telemetry }]),
  ];
}
