/**
 * @file Run summaries as a file small enough to commit: what runs share stands once, rows become columns, a column that
 * never changes is one number, and costs are written per epoch instead of as totals. Shares keep four digits, more than
 * seeds can tell apart; results computed from the file are the same everywhere.
 */
import { z } from 'zod';
import { schemaProblems } from '../common/schema-problems.ts';
import { diffSettings, parseSettings, SETTINGS_VERSION, type Settings } from '../genenv/settings/settings.ts';
import type { EpochRow, HeldOutRow, ModelIdentity, RunSummary } from '../analysis/run-summary.ts';
import { checkedJson, checkJson } from '../common/checked-line.ts';
import { CodedError } from '../common/coded-error.ts';
import { costFields } from '../genenv/cost.ts';
import { epochSchema, heldOutSchema, modelSchema } from './summaries-file.ts';

const FORMAT = 'genenv-results';
const VERSION = 1;
const DIGITS = 4;
/** Recognises a results file by its beginning, which a file of summaries does not have. */
export const isResultsFile = (text: string): boolean => text.startsWith(`{"format":"${FORMAT}"`);

/** Totals in a summary, amounts per row in the file. */
const totals: ReadonlySet<string> = new Set(costFields);

type Cell = number | null | Record<string, number[]>;
/** One value for all rows, or one for each. */
type Column = Cell | Cell[];
interface Table {
  rows: number;
  columns: Record<string, Column>;
}

const shortened = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(DIGITS))
    : Array.isArray(value)
      ? value.map(shortened)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]))
        : value;

function toTable(rows: readonly (EpochRow | HeldOutRow)[]): Table {
  const names = Object.keys(rows[0] ?? {}) as (keyof EpochRow)[];
  const columns = names.map((name): [string, Column] => {
    const values = (rows as readonly EpochRow[]).map((row) => row[name]);
    const cells = totals.has(name)
      ? values.map((value, i) => (value as number) - (i > 0 ? (values[i - 1] as number) : 0))
      : (values.map(shortened) as Cell[]);
    const same = cells.every((cell) => JSON.stringify(cell) === JSON.stringify(cells[0]));
    return [name, same ? cells[0] : cells];
  });
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

function fromTable({ rows, columns }: Table): object[] {
  const spent = new Map<string, number>();
  return Array.from({ length: rows }, (_, i) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const cell = Array.isArray(column) ? column[i] : column;
        if (!totals.has(name)) return [name, cell];
        spent.set(name, (spent.get(name) ?? 0) + (cell as number));
        return [name, spent.get(name)];
      }),
    ),
  );
}

/** The file of these runs with its checksum; each run on a line of its own. */
export function writeResults(name: string, summaries: readonly RunSummary[]): string {
  if (summaries.length === 0) throw new CodedError('no-results-to-write');
  const { settings } = summaries[0];
  const models = new Map<string, number>();
  const place = (model: ModelIdentity): number => {
    const key = JSON.stringify(model);
    if (!models.has(key)) models.set(key, models.size);
    return models.get(key)!;
  };
  const runs = summaries.map((run) =>
    JSON.stringify({
      id: run.id,
      arm: run.arm,
      models: run.models,
      changes: diffSettings(run.settings, settings),
      agent: place(run.agent),
      environment: place(run.environment),
      epochs: toTable(run.epochs),
      heldOut: toTable(run.heldOut),
    }),
  );
  const shared = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    settingsVersion: SETTINGS_VERSION,
    name,
    settings,
    models: [...models.keys()].map((key) => JSON.parse(key) as ModelIdentity),
  });
  return `${checkedJson(`${shared.slice(0, -1)},"runs":[\n${runs.join(',\n')}\n]}`)}\n`;
}

const cell = z.union([z.number(), z.null(), z.record(z.string(), z.array(z.number()))]);
const table: z.ZodType<Table> = z.object({
  rows: z.int().min(0).max(1_000_000),
  columns: z.record(z.string(), z.union([cell, z.array(cell)])),
});
const rowsOf = <Row>(row: z.ZodType<Row>) =>
  table.transform(fromTable).pipe(z.array(row) as z.ZodType<Row[], object[]>);

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  settingsVersion: z.int(),
  name: z.string(),
  settings: z.record(z.string(), z.unknown()),
  models: z.array(modelSchema),
  // Each is read on its own: a file with a million faults in it needs the sentence on its first.
  runs: z.custom<unknown[]>(Array.isArray, 'must be a list'),
});
const runSchema = z.object({
  id: z.string(),
  arm: z.string(),
  models: z.string(),
  changes: z.record(z.string(), z.unknown()),
  agent: z.int().min(0),
  environment: z.int().min(0),
  epochs: rowsOf(epochSchema),
  heldOut: rowsOf(heldOutSchema),
});

/** @throws CodedError where it is not such a file; SettingsError where its settings are not valid */
export function readResults(text: string, where: string): { name: string; summaries: RunSummary[] } {
  const refuse = (why: string): never => {
    throw new CodedError('not-a-results-file', { where, version: VERSION, why });
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refuse((error as Error).message);
  }
  const problem = checkJson(text.trimEnd());
  if (problem) return refuse(`it ${problem}`);
  const parse = <Value>(schema: z.ZodType<Value>, value: unknown, at: PropertyKey[]): Value => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [{ place, cause }] = schemaProblems(result.error, at);
    return refuse(`${place}: ${cause}`);
  };
  const { name, settings: shared, settingsVersion, models, runs } = parse(fileSchema, json, []);
  const model = (index: number): ModelIdentity => models[index] ?? refuse(`it has no model ${index}`);
  const settingsOf = (changes: Record<string, unknown>): Settings =>
    parseSettings({ ...shared, ...changes }, settingsVersion);
  return {
    name,
    summaries: runs.map((value, i) => {
      const { changes, agent, environment, ...run } = parse(runSchema, value, ['runs', i]);
      return { ...run, settings: settingsOf(changes), agent: model(agent), environment: model(environment) };
    }),
  };
}
