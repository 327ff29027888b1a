/**
 * @file Run summaries from any file that holds finished runs: summaries of a sweep, committed results, or a run itself
 * (its event log or its exported file).
 */
import { type RunSummary, summariseLog } from '../analysis/run-summary.ts';
import type { CodedError } from '../common/coded-error.ts';
import { readRun, runFormat } from '../runs/files/read-run.ts';
import { isResultsFile, readResults } from './results-file.ts';
import { parseSummaries } from './summaries-file.ts';

/**
 * @param path names the file in messages, and the run where it is a log
 * @param warn is told what of a run is not whole
 * @throws CodedError or StoreError where the file holds no finished run, or a damaged one
 */
export async function readSummaries(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  warn: (problem: CodedError) => void,
): Promise<RunSummary[]> {
  const format = runFormat(bytes);
  if (format === 'event-log' || format === 'run-file') {
    const { events, problems } = await readRun(bytes, path, { damaged: 'refuse' });
    problems.forEach(warn);
    return [summariseLog(path, events)];
  }
  const text = new TextDecoder().decode(bytes);
  return isResultsFile(text) ? readResults(text, path).summaries : parseSummaries(text, path);
}
