/**
 * @file What stays of a run for comparisons and figures: its settings, models, and one row of numbers per epoch. A fold
 * over the event log, kept as one JSON line; the same run gives the same bytes.
 *
 * All settings are kept, not only those that differ from the defaults: a record must not change its meaning when a
 * default does. Wall-clock time is no part of it (run-telemetry.ts).
 */
import { z } from 'zod';
import type { PolicyDescription } from '../policy/policy.ts';
import type { RunEvent, RunStarted } from '../genenv/events.ts';
import { type EpochMetrics, runMetrics, type Spent } from './metrics.ts';
import { parseSettings, SETTINGS_VERSION, type Settings } from '../genenv/settings/settings.ts';

/** All that was spent up to here, evaluation not counted. */
export interface CostSoFar {
  agentRollouts: number;
  agentTokens: number;
  environmentTokens: number;
  agentFlops: number;
  environmentFlops: number;
}

/** A finished epoch; null where a quantity does not exist in it (no group was mixed, say). */
export interface EpochRow extends CostSoFar {
  epoch: number;
  /** p̂ of the epoch: the agent's success on the tasks it attempted. */
  successRate: number;
  reward: number;
  environmentReward: number;
  /** α − k_min and α + k_min. */
  bandLow: number;
  bandHigh: number;
  meanLevel: number;
  attempted: number;
  distinct: number;
  /** Shares of the attempted tasks that passed the difficulty filter, and of the texts that were valid tasks. */
  keptShare: number;
  validShare: number;
  /** Shares of groups with different rewards, with only successes, and with none. */
  mixedShare: number;
  solvedShare: number;
  unsolvedShare: number;
  /** Mean tokens. */
  responseLength: number;
  taskLength: number;
  agentKl: number | null;
  agentEntropy: number | null;
  environmentKl: number;
  trainSize: number;
  environmentSize: number;
}

/** An evaluation on tasks never trained on; epoch 0 is before the first. */
export interface HeldOutRow extends CostSoFar {
  epoch: number;
  success: number;
  /** By family, first level first. */
  byLevel: Record<string, number[]>;
}

export type ModelIdentity = Pick<PolicyDescription, 'name' | 'family' | 'parameters' | 'weightsHash' | 'runtime'>;

export interface RunSummary {
  id: string;
  /** Name of the arm in the comparison: `offline-2x`, say, where the setting is `offline`. */
  arm: string;
  /** Name of the independently pre-trained model pair. */
  models: string;
  settings: Settings;
  agent: ModelIdentity;
  environment: ModelIdentity;
  epochs: EpochRow[];
  heldOut: HeldOutRow[];
}

export type RunLabels = Pick<RunSummary, 'id' | 'arm' | 'models'>;

const FORMAT = 'genenv-run-summary';
const VERSION = 1;
const DIGITS = 7;

/** What is kept of a measured number: more than seeds can tell apart, and the same in memory and in a file. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS)));
const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));

const costSoFar = ({
  agentRollouts,
  agentTokens,
  environmentTokens,
  agentFlops,
  environmentFlops,
}: Spent): CostSoFar => ({ agentRollouts, agentTokens, environmentTokens, agentFlops, environmentFlops });

const epochRow = (metrics: EpochMetrics): EpochRow => ({
  epoch: metrics.epoch,
  successRate: rounded(metrics.successRate),
  reward: rounded(metrics.reward),
  environmentReward: rounded(metrics.environmentReward),
  bandLow: rounded(metrics.band[0]),
  bandHigh: rounded(metrics.band[1]),
  meanLevel: rounded(metrics.meanLevel),
  attempted: metrics.attempted,
  distinct: metrics.distinct,
  keptShare: rounded(metrics.keptShare),
  validShare: rounded(metrics.verdicts.valid),
  mixedShare: rounded(metrics.mixedShare),
  solvedShare: rounded(metrics.solvedShare),
  unsolvedShare: rounded(metrics.unsolvedShare),
  responseLength: rounded(metrics.responseLength),
  taskLength: rounded(metrics.taskLength),
  agentKl: roundedOrNull(metrics.agentKl),
  agentEntropy: roundedOrNull(metrics.agentEntropy),
  environmentKl: rounded(metrics.environmentKl),
  trainSize: metrics.trainSize,
  environmentSize: metrics.environmentSize,
  ...costSoFar(metrics.spent),
});

const identity = ({ name, family, parameters, weightsHash, runtime }: PolicyDescription): ModelIdentity => ({
  name,
  family,
  parameters,
  weightsHash,
  runtime,
});

/** Tokens and texts are most of a log; of these events a summary needs that they happened, at most. */
const bulky = new Set<RunEvent['type']>(['rolled-out', 'scored', 'filtered']);

/** What `summariseRun` needs of an event, so that nobody must hold a whole log to summarise it; null: nothing. */
export function withoutBulk(event: RunEvent): RunEvent | null {
  if (bulky.has(event.type)) return null;
  if (event.type === 'tasks-written') return { ...event, texts: [] };
  if (event.type === 'pools-updated') return { ...event, train: [], environment: [] };
  return event;
}

/** @throws Error where the log does not begin with the start of a run */
export function summariseRun(labels: RunLabels, events: readonly RunEvent[]): RunSummary {
  const started = events.find((event): event is RunStarted => event.type === 'run-started');
  if (!started) throw new Error('This log has no run-started event, so it does not say what was run.');
  const { epochs, heldOut } = runMetrics(events);
  return {
    id: labels.id,
    arm: labels.arm,
    models: labels.models,
    settings: started.settings,
    agent: identity(started.agent),
    environment: identity(started.environment),
    epochs: epochs.map(epochRow),
    heldOut: heldOut.map(({ epoch, success, byLevel, spent }) => ({
      epoch,
      success: rounded(success),
      byLevel: Object.fromEntries(Object.entries(byLevel).map(([family, levels]) => [family, levels.map(rounded)])),
      ...costSoFar(spent),
    })),
  };
}

/** Names of columns once, instead of in every row. */
const toTable = <Row extends object>(rows: readonly Row[]) => {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column])) };
};

const fromTable = ({ columns, rows }: { columns: string[]; rows: unknown[][] }): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));

/** The summary as one line of JSON, without its end. */
export const summaryLine = ({ id, arm, models, settings, agent, environment, epochs, heldOut }: RunSummary): string =>
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
  });

const finite = z.number();
const cost = {
  agentRollouts: finite,
  agentTokens: finite,
  environmentTokens: finite,
  agentFlops: finite,
  environmentFlops: finite,
};
export const epochSchema: z.ZodType<EpochRow> = z.object({
  epoch: finite,
  successRate: finite,
  reward: finite,
  environmentReward: finite,
  bandLow: finite,
  bandHigh: finite,
  meanLevel: finite,
  attempted: finite,
  distinct: finite,
  keptShare: finite,
  validShare: finite,
  mixedShare: finite,
  solvedShare: finite,
  unsolvedShare: finite,
  responseLength: finite,
  taskLength: finite,
  agentKl: finite.nullable(),
  agentEntropy: finite.nullable(),
  environmentKl: finite,
  trainSize: finite,
  environmentSize: finite,
  ...cost,
});
export const heldOutSchema: z.ZodType<HeldOutRow> = z.object({
  epoch: finite,
  success: finite,
  byLevel: z.record(z.string(), z.array(finite)),
  ...cost,
});
export const modelSchema: z.ZodType<ModelIdentity> = z.object({
  name: z.string(),
  family: z.string(),
  parameters: finite,
  weightsHash: z.string(),
  runtime: z.string(),
});
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
  settings: z.record(z.string(), z.unknown()),
  agent: modelSchema,
  environment: modelSchema,
  epochs: tableOf(epochSchema),
  heldOut: tableOf(heldOutSchema),
});

/**
 * @param where where the line stands, for the message, e.g. `line 3`
 * @throws Error in a sentence where it is not the line of a summary
 */
export function parseSummaryLine(line: string, where: string): RunSummary {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new Error(`${where} is not JSON. Remove it: the sweep makes that run again.`);
  }
  const result = lineSchema.safeParse(json);
  if (!result.success) {
    const [{ path, message }] = result.error.issues;
    throw new Error(
      `${where} is not a run summary of version ${VERSION} (${path.join('.') || 'the whole'}: ${message}). ` +
        'Remove it: the sweep makes that run again.',
    );
  }
  const { settingsVersion, settings, format: _format, version: _version, ...rest } = result.data;
  return { ...rest, settings: parseSettings(settings, settingsVersion) };
}

/** Summaries of a file of JSON lines; empty lines are passed over. */
export const parseSummaries = (text: string): RunSummary[] =>
  text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [parseSummaryLine(line, `Line ${i + 1}`)]));
