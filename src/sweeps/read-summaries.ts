/** @file Run summaries from any file that holds finished runs: of a sweep, recorded results, or a run itself. */
import { type RunSummary, summariseLog } from '../analysis/run-summary.ts';
import { allBytes, blobSource, type ByteSource, type PickedFile } from '../common/byte-source.ts';
import type { CodedError } from '../common/coded-error.ts';
import { decodeText } from '../common/decode-text.ts';
import { errorData } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { RunEvent, SettingsChanged } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { formatOf, streamRun } from '../runs/files/read-run.ts';
import { notARunFile } from '../runs/files/run-manifest.ts';
import { isResultsCsv, readResultsCsv } from './results-csv.ts';
import { parseSummaries } from './summaries-file.ts';

interface ReadRun {
  summary: RunSummary;
  /** What a person changed while it ran; a summary does not tell. */
  changes: SettingsChanged[];
}

/** @param path names the file in messages, and the run where it is a log */
async function readRuns(path: string, source: ByteSource, warn: (problem: CodedError) => void): Promise<ReadRun[]> {
  const format = await formatOf(source);
  if (format === 'event-log' || format === 'run-file') {
    const { epochs, problems } = await streamRun(source, path, { damaged: 'refuse' });
    const outlines: RunEvent[] = [];
    for await (const events of epochs) outlines.push(...events.map(outlineEvent));
    problems.forEach(warn);
    const changes = outlines.filter((event): event is SettingsChanged => event.type === 'settings-changed');
    return [{ summary: summariseLog(path, outlines), changes }];
  }
  if (!/\.(jsonl?|csv)$/.test(path)) throw notARunFile(`${path} begins like none`);
  const { text } = decodeText(await allBytes(source));
  const summaries = isResultsCsv(text) ? readResultsCsv(text, path) : parseSummaries(text, path);
  return summaries.map((summary) => ({ summary, changes: [] }));
}

/** @param path names the file in messages, and the run where it is a log */
export const readSummaries = async (...of: Parameters<typeof readRuns>): Promise<RunSummary[]> =>
  (await readRuns(...of)).map(({ summary }) => summary);

/** A file, or a part of one, that could not be read. */
export interface FileProblem {
  file: string;
  error: ErrorData;
}

export interface FileRun extends ReadRun {
  file: string;
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
      for (const run of await readRuns(path, blobSource(file), tell)) runs.push({ file: path, ...run });
    } catch (error) {
      tell(error);
    }
  }
  return { runs, problems };
}
