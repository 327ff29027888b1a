/** @file Results of a sweep as JSON lines in its order, however they were made: the same bytes. */
import type { RunSummary } from '../analysis/run-summary.ts';
import type { RunTelemetry } from '../analysis/run-telemetry.ts';
import { parseSummaries, summaryLine } from './summaries-file.ts';
import type { SweepResults } from './sweep.ts';
import { parseTelemetry, telemetryLine } from './telemetry-file.ts';

/** The results: the same sweep on the same adapter gives the same bytes. */
export const SUMMARIES_FILE = 'summaries.jsonl';
/** Seconds, which are never the same twice. */
export const TELEMETRY_FILE = 'telemetry.jsonl';

/** A text kept somewhere: a file, a browser's storage. `write` replaces it whole or not at all. */
export interface StoredText {
  /** Null where there is none yet. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** `first` in its order, then the others as they stand. */
function ordered<Item extends { id: string }>(items: ReadonlyMap<string, Item>, first: readonly string[]): Item[] {
  const known = first.flatMap((id) => items.get(id) ?? []);
  const named = new Set(first);
  return [...known, ...[...items.values()].filter(({ id }) => !named.has(id))];
}

/** Results in one text, seconds in another, which is written only where some were recorded. */
export class TextSweepResults implements SweepResults {
  private constructor(
    private readonly order: readonly string[],
    private readonly resultText: StoredText,
    private readonly telemetryText: StoredText,
    private summaries: ReadonlyMap<string, RunSummary>,
    private telemetry: ReadonlyMap<string, RunTelemetry>,
  ) {}

  /** @throws CodedError naming the line where the stored results cannot be read */
  static async open(order: readonly string[], results: StoredText, telemetry: StoredText): Promise<TextSweepResults> {
    const summaries = parseSummaries((await results.read()) ?? '');
    const seconds = parseTelemetry((await telemetry.read()) ?? '');
    return new TextSweepResults(
      order,
      results,
      telemetry,
      new Map(summaries.map((summary) => [summary.id, summary])),
      new Map(seconds.map((one) => [one.id, one])),
    );
  }

  async get(id: string): Promise<RunSummary | undefined> {
    return this.summaries.get(id);
  }

  async put(summary: RunSummary, telemetry: RunTelemetry | null): Promise<void> {
    if (telemetry) {
      const seconds = new Map(this.telemetry).set(telemetry.id, telemetry);
      await this.telemetryText.write(joined(ordered(seconds, this.order).map(telemetryLine)));
      this.telemetry = seconds;
    }
    // Last: a run counts as finished once it stands here, and not where it could not be written.
    const summaries = new Map(this.summaries).set(summary.id, summary);
    await this.resultText.write(joined(ordered(summaries, this.order).map(summaryLine)));
    this.summaries = summaries;
  }
}
