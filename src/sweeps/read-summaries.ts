/** @file Run summaries from any file that holds finished runs: of a sweep, recorded results, or a run itself. */
import { type RunSummary, summariseLog } from '../analysis/run-summary.ts';
import { allBytes, blobSource, type ByteSource } from '../common/byte-source.ts';
import type { CodedError } from '../common/coded-error.ts';
import { errorData } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { PickedFile } from '../common/picked-file.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { formatOf, streamRun } from '../runs/files/read-run.ts';
import { notARunFile } from '../runs/files/run-manifest.ts';
import { isResultsCsv, readResultsCsv } from './results-csv.ts';
import { parseSummaries } from './summaries-file.ts';

/** @param path names the file in messages, and the run where it is a log */
export async function readSummaries(
  path: string,
  source: ByteSource,
  warn: (problem: CodedError) => void,
): Promise<RunSummary[]> {
  const format = await formatOf(source);
  if (format === 'event-log' || format === 'run-file') {
    const { epochs, problems } = await streamRun(source, path, { damaged: 'refuse' });
    const outlines: RunEvent[] = [];
    for await (const events of epochs) outlines.push(...events.map(outlineEvent));
    problems.forEach(warn);
    return [summariseLog(path, outlines)];
  }
  if (!/\.(jsonl?|csv)$/.test(path)) throw notARunFile(`${path} begins like none`);
  const text = new TextDecoder().decode(await allBytes(source));
  return isResultsCsv(text) ? readResultsCsv(text, path) : parseSummaries(text, path);
}

/** A file, or a part of one, that could not be read. */
export interface FileProblem {
  file: string;
  error: ErrorData;
}

export interface FileRun {
  file: string;
  summary: RunSummary;
}

/** The runs of files, in their order, each file read by itself: what cannot be read is named, and the others stay. */
export async function readRunFiles(
  files: readonly PickedFile[],
): Promise<{ runs: FileRun[]; problems: FileProblem[] }> {
  const problems: FileProblem[] = [];
  const runs: FileRun[] = [];
  for (const { path, file } of files) {
    const tell = (error: unknown) => problems.push({ file: path, error: errorData(error) });
    try {
      for (const summary of await readSummaries(path, blobSource(file), tell)) runs.push({ file: path, summary });
    } catch (error) {
      tell(error);
    }
  }
  return { runs, problems };
}
