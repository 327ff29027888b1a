/**
 * @file Reads run summaries from sweep results, recorded results or run files, and writes recorded results.
 *
 * Recorded results are CSV with one row per run. The first columns are for readers of the table. Figures and tables of
 * held-out success are computed from `settings` and `curve`. Numbers per epoch are left out, except the share in the
 * target band.
 */
import { z } from 'zod';
import { shareInBand } from '../analysis/results/family-results.ts';
import {
  heldOutCurve,
  type HeldOutRow,
  type ModelIdentity,
  type RunSummary,
  summariseLog,
} from '../analysis/run-summary.ts';
import { areaUnderCurve } from '../analysis/statistics.ts';
import { allBytes, blobSource, type ByteSource, type PickedFile } from '../common/byte-source.ts';
import { CodedError } from '../common/coded-error.ts';
import { decodeText, formatCsv, parseCsv } from '../common/csv.ts';
import { errorData } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import { isObject } from '../common/plain-json.ts';
import { schemaProblems } from '../common/schema-problems.ts';
import { flopsOf } from '../genenv/log/epoch-events.ts';
import type { RunEvent, SettingsChanged } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { presetNames, presetSettings } from '../genenv/settings/presets.ts';
import { diffSettings, parseSettings, SETTINGS_VERSION } from '../genenv/settings/settings.ts';
import { formatOf, streamRun } from '../runs/files/read-run.ts';
import { notARunFile } from '../runs/files/run-file.ts';
import { parseSummaries } from './summaries-file.ts';

const COLUMNS = [
  'run',
  'preset',
  'arm',
  'seed',
  'pair',
  'rollouts',
  'flops',
  'final',
  'mean',
  'band',
  'settings',
  'agent',
  'environment',
  'curve',
] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

const HEAD = COLUMNS.join(',');
export const isResultsCsv = (text: string): boolean => text.startsWith(HEAD);

/** Fields of a point of `curve`, in order. Costs are totals since the run began. */
const POINT = [
  'epoch',
  'success',
  'agentRollouts',
  'agentTokens',
  'environmentTokens',
  'agentFlops',
  'environmentFlops',
] as const satisfies readonly (keyof HeldOutRow)[];
/** Fields of `agent` and `environment`, in order. */
const MODEL = ['name', 'family', 'parameters', 'weightsHash', 'runtime'] as const satisfies (keyof ModelIdentity)[];

const short = (value: number | null): string => (value === null ? '' : String(Number(value.toPrecision(4))));
const modelCell = (model: ModelIdentity): string => MODEL.map((field) => model[field]).join(';');

function rowOf(run: RunSummary): Row {
  const { preset, seed, arm: _, ...changes } = { ...diffSettings(run.settings, presetSettings(run.settings.preset)) };
  const last = run.heldOut.at(-1);
  return {
    run: run.id,
    preset: run.settings.preset,
    arm: run.arm,
    seed: String(run.settings.seed),
    pair: run.models,
    rollouts: String(last?.agentRollouts ?? ''),
    flops: last ? String(flopsOf(last)) : '',
    final: short(last?.success ?? null),
    mean: short(areaUnderCurve(heldOutCurve(run, 'rollouts'))),
    band: short(shareInBand(run.epochs)),
    settings: JSON.stringify({ ...changes, ...(run.arm === run.settings.arm ? {} : { arm: run.settings.arm }) }),
    agent: modelCell(run.agent),
    environment: modelCell(run.environment),
    curve: run.heldOut.map((point) => POINT.map((field) => point[field]).join(':')).join(' '),
  };
}

export function writeResultsCsv(summaries: readonly RunSummary[]): string {
  if (summaries.length === 0) throw new CodedError('no-results-to-write');
  return `${formatCsv(summaries.map(rowOf), COLUMNS)}\n`;
}

const numbers = z.array(z.number());
const model = z
  .string()
  .regex(/^[^;]+;[^;]+;\d+;[^;]+;[^;]+$/, 'must have five parts with ; between them')
  .transform((cell): ModelIdentity => {
    const [name, family, parameters, weightsHash, runtime] = cell.split(';');
    return { name, family, parameters: Number(parameters), weightsHash, runtime };
  });
const point = z
  .string()
  .transform((cell) => cell.split(':').map(Number))
  .pipe(numbers.length(POINT.length))
  .transform(
    (values) => Object.fromEntries(POINT.map((field, i) => [field, values[i]])) as Omit<HeldOutRow, 'byLevel'>,
  );
const settings = z.string().transform((cell, context): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(cell);
    if (isObject(value)) return value;
  } catch {
    // A cell that is not JSON is refused below.
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object' });
  return z.NEVER;
});
const rowSchema = z.object({
  run: z.string().min(1),
  preset: z.enum(presetNames),
  arm: z.string().min(1),
  seed: z.coerce.number().int(),
  pair: z.string().min(1),
  settings,
  agent: model,
  environment: model,
  curve: z
    .string()
    .transform((cell) => cell.split(' '))
    .pipe(z.array(point)),
});

/**
 * Reads recorded results as summaries without numbers per epoch. `byLevel` holds the mean of all levels if the run has
 * one family, else nothing.
 * @throws CodedError if a row is malformed; SettingsError if settings are not valid
 */
export function readResultsCsv(text: string, where: string): RunSummary[] {
  const [{ cells: header } = { cells: [] as string[] }, ...rows] = parseCsv(text, ',');
  return rows.map(({ cells }, i) => {
    const result = rowSchema.safeParse(Object.fromEntries(header.map((name, column) => [name, cells[column]])));
    if (!result.success) {
      const [{ place, cause }] = schemaProblems(result.error, ['rows', i]);
      throw new CodedError('not-a-results-file', { where, why: `${place}: ${cause}` });
    }
    const { run: id, preset, arm, seed, pair: models, settings: changes, curve, ...players } = result.data;
    const settings = parseSettings({ ...presetSettings(preset), seed, arm, ...changes }, SETTINGS_VERSION);
    const [family, ...others] = settings.families;
    const levels = ({ success }: Pick<HeldOutRow, 'success'>) =>
      others.length === 0 ? { [String(family)]: [success] } : {};
    const heldOut = curve.map((point) => ({ ...point, byLevel: levels(point) }));
    return { id, arm, models, settings, ...players, epochs: [], heldOut };
  });
}

interface ReadRun {
  summary: RunSummary;
  /** Changes of settings during the run. A summary does not contain them. */
  changes: SettingsChanged[];
}

/** Reads all runs of a file. @param path names the file in messages, and the run if the file is a log */
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

/** Reads the summaries of all runs of a file. @param path names the file, and the run if the file is a log */
export const readSummaries = async (...of: Parameters<typeof readRuns>): Promise<RunSummary[]> =>
  (await readRuns(...of)).map(({ summary }) => summary);

/** Problem of a file that could not be read, or could be read only in part. */
export interface FileProblem {
  file: string;
  error: ErrorData;
}

export interface FileRun extends ReadRun {
  file: string;
}

/** Reads the runs of files in order. A file that cannot be read is reported, and the others are still read. */
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
