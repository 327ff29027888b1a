/**
 * @file Reads and writes run summaries as JSON lines, one line per run, and divides sweeps into shares. Each line names
 * its columns once, so that its rows hold only values. The same runs give the same bytes.
 */
import { z } from 'zod';
import { summaryFields, type SummaryNumbers } from '../analysis/epoch-fields.ts';
import {
  costColumns,
  type EpochRow,
  type HeldOutRow,
  type ModelIdentity,
  type RunSummary,
} from '../analysis/run-summary.ts';
import { checkedJson, checkJson } from '../common/checked-line.ts';
import { CodedError } from '../common/coded-error.ts';
import { recordOf } from '../common/record-schema.ts';
import { schemaProblems } from '../common/schema-problems.ts';
import type { Cost } from '../genenv/log/events.ts';
import { parseSettings, SETTINGS_VERSION } from '../genenv/settings/settings.ts';

const FORMAT = 'genenv-run-summary';
const VERSION = 1;

const finite = z.number();
const cost = Object.fromEntries(costColumns.map((name) => [name, finite])) as Record<keyof Cost, typeof finite>;
const numbers = Object.fromEntries(
  Object.entries(summaryFields).map(([name, { nullable }]) => [name, nullable ? finite.nullable() : finite]),
) as unknown as { [Name in keyof SummaryNumbers]: z.ZodType<SummaryNumbers[Name]> };

const epochSchema: z.ZodType<EpochRow> = z.object({ epoch: finite, ...numbers, ...cost });
const heldOutSchema: z.ZodType<HeldOutRow> = z.object({
  epoch: finite,
  success: finite,
  byLevel: recordOf(z.array(finite)),
  ...cost,
});
const modelSchema: z.ZodType<ModelIdentity> = z.object({
  name: z.string(),
  family: z.string(),
  parameters: finite,
  weightsHash: z.string(),
  runtime: z.string(),
});

const toTable = <Row extends object>(rows: readonly Row[]) => {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])) };
};

const fromTable = ({ columns, rows }: { columns: string[]; rows: unknown[][] }): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

const tableOf = <Row>(row: z.ZodType<Row>) =>
  z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) })
    .transform(fromTable)
    .pipe(z.array(row) as z.ZodType<Row[], object[]>);

const lineSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  settingsVersion: z.int(),
  id: z.string(),
  arm: z.string(),
  models: z.string(),
  settings: recordOf(z.unknown()),
  agent: modelSchema,
  environment: modelSchema,
  epochs: tableOf(epochSchema),
  heldOut: tableOf(heldOutSchema),
});

/** Writes a summary as one line of JSON with its checksum, without the line break. */
export const summaryLine = ({ id, arm, models, settings, agent, environment, epochs, heldOut }: RunSummary): string =>
  checkedJson(
    JSON.stringify({
      format: FORMAT,
      version: VERSION,
      settingsVersion: SETTINGS_VERSION,
      id,
      arm,
      models,
      settings,
      agent,
      environment,
      epochs: toTable(epochs),
      heldOut: toTable(heldOut),
    }),
  );

/** Reads a line as a summary. @param where place of the line for messages, e.g. `Line 3` */
export function parseSummaryLine(line: string, where: string): RunSummary {
  const damaged = (problem: string): never => {
    throw new CodedError('summary-damaged', { where, problem });
  };
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return damaged('is not JSON');
  }
  const problem = checkJson(line);
  if (problem) return damaged(problem);
  const result = lineSchema.safeParse(json);
  if (!result.success) {
    const [{ place, cause }] = schemaProblems(result.error);
    throw new CodedError('not-a-summary', { where, version: VERSION, place, cause });
  }
  const { settingsVersion, settings, format: _format, version: _version, ...rest } = result.data;
  return { ...rest, settings: parseSettings(settings, settingsVersion) };
}

/** Reads the summaries in JSON lines. Skips empty lines. */
export const parseSummaries = (text: string, file?: string): RunSummary[] =>
  text
    .split('\n')
    .flatMap((line, i) =>
      line.trim() === '' ? [] : [parseSummaryLine(line, `Line ${i + 1}${file === undefined ? '' : ` of ${file}`}`)],
    );

/**
 * Share of a sweep, so that several machines can make one sweep. Share i of n has every n-th run, beginning with the
 * i-th. Each share has its own folder in the sweep's folder, so results of several machines are merged by copying.
 */
export interface Shard {
  /** 1 … `count`. */
  index: number;
  count: number;
}

/** Reads a share, such as `2/4`. @throws CodedError `not-a-shard` */
export function parseShard(text: string): Shard {
  const [index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (!(index >= 1 && index <= count)) throw new CodedError('not-a-shard', { text });
  return { index, count };
}

export const shardRuns = <Run>(runs: readonly Run[], { index, count }: Shard): Run[] =>
  runs.filter((_, i) => i % count === index - 1);

export const shardFolder = ({ index, count }: Shard): string => `shard-${index}-of-${count}`;

export const isShardFolder = (name: string): boolean => /^shard-\d+-of-\d+$/.test(name);

/** Name of the results file. The same sweep on the same adapter gives the same bytes. */
export const SUMMARIES_FILE = 'summaries.jsonl';
