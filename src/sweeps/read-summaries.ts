/**
 * @file Run summaries from any file that holds finished runs: summaries of a sweep, committed results, or a run itself
 * (its event log or its exported file).
 */
import { type RunSummary, summariseLog } from '../analysis/run-summary.ts';
import { allBytes, type ByteSource } from '../common/byte-source.ts';
import type { CodedError } from '../common/coded-error.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { formatOf, openRun } from '../runs/files/read-run.ts';
import { isResultsFile, readResults } from './results-file.ts';
import { parseSummaries } from './summaries-file.ts';

/**
 * @param path names the file in messages, and the run where it is a log
 * @param warn is told what of a run is not whole
 * @throws CodedError or CodedError where the file holds no finished run, or a damaged one
 */
export async function readSummaries(
  path: string,
  source: ByteSource,
  warn: (problem: CodedError) => void,
): Promise<RunSummary[]> {
  const format = await formatOf(source);
  if (format === 'event-log' || format === 'run-file') {
    const { epochs, problems } = await openRun(source, path, { damaged: 'refuse' });
    const outlines: RunEvent[] = [];
    for await (const events of epochs) outlines.push(...events.map(outlineEvent));
    problems.forEach(warn);
    return [summariseLog(path, outlines)];
  }
  const text = new TextDecoder().decode(await allBytes(source));
  return isResultsFile(text) ? readResults(text, path).summaries : parseSummaries(text, path);
}
