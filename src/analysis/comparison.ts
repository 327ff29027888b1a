/**
 * @file Finds runs that may be compared, and measures them at an equal budget. Comparable runs differ only in arm,
 * seed, models and length.
 *
 * Most arms of a comparison are arms of the method. The paper's two offline arms are one arm with two amounts of data.
 * The starting model needs no run, because it is the first evaluation of every run.
 */
import { median } from 'simple-statistics';
import { groupBy } from '../common/mean.ts';
import { isObject } from '../common/plain-json.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import { type ArmName, diffSettings, type SettingName, type Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import { areaUnderCurve, clipped, commonEnd, type Curve, isWithin, reaches, valueNear } from './statistics.ts';
import { type Axis, heldOutCurve, type HeldOutRow, type RunSummary } from './run-summary.ts';

/** A variant is an arm of the method with one setting changed. */
export type VariantName = 'offline-2x' | 'offline-4x';
export type ComparedArm = ArmName | VariantName;

/** Returns the settings in which an arm differs from the settings that all arms share. */
type ArmVariant = (shared: Readonly<Settings>) => Partial<Settings>;

/**
 * Returns a variant with `factor` times as many offline samples as base samples. The paper's 957 and 1,777 samples are
 * 1.8 and 3.3 times its 544 base samples.
 */
const offline =
  (factor: number): ArmVariant =>
  ({ basePool }) => ({ arm: 'offline', offlinePool: factor * basePool });

const variants: Readonly<Record<VariantName, ArmVariant>> = { 'offline-2x': offline(2), 'offline-4x': offline(4) };

export const armVariants: ReadonlyMap<string, ArmVariant> = new Map([
  ...(Object.keys(arms) as ArmName[]).map((arm): [string, ArmVariant] => [arm, () => ({ arm })]),
  ...Object.entries(variants),
]);

/** Arms of a comparison may differ in these settings: an arm's definition, and how many epochs it runs. */
const armSettings: ReadonlySet<SettingName> = new Set(['arm', 'offlinePool', 'teacherModel', 'preset', 'epochs']);
/** Runs that differ only in these settings are repetitions of one comparison. */
const repeated: ReadonlySet<SettingName> = new Set(['seed', 'agentModel', 'environmentModel']);

const keys = new WeakMap<Settings, string>();

/** Returns a key of all settings except arm and repetition settings. Runs with equal keys share a condition. */
function conditionKey(settings: Settings): string {
  let key = keys.get(settings);
  if (key === undefined) {
    const own = Object.entries(settings).filter(
      ([name]) => !armSettings.has(name as SettingName) && !repeated.has(name as SettingName),
    );
    keys.set(settings, (key = JSON.stringify(own)));
  }
  return key;
}

interface Condition {
  /** Differences from the other conditions, e.g. `alpha 0.3`. Empty if there is only one condition. */
  label: string;
  runs: RunSummary[];
}

/** Lists the settings that differ between these runs, even arm and seed, in the order of the settings table. */
export function varyingSettings(summaries: readonly RunSummary[]): SettingName[] {
  const [first, ...others] = summaries;
  const names = new Set(others.flatMap(({ settings }) => Object.keys(diffSettings(settings, first.settings))));
  return (Object.keys(first?.settings ?? {}) as SettingName[]).filter((name) => names.has(name));
}

/** Writes a setting's value for labels. A user's world or task set is written as its name. */
export const valueLabel = (value: unknown): string =>
  [value]
    .flat()
    .map((one: unknown) => (isObject(one) && 'name' in one ? `“${String(one.name)}”` : String(one)))
    .join(',');

/** Groups runs by condition, in the order in which conditions first appear. A condition has agents of one size only. */
export function conditionsOf(summaries: readonly RunSummary[]): Condition[] {
  const groups = groupBy(summaries, ({ settings, agent }) =>
    JSON.stringify([conditionKey(settings), agent.parameters]),
  );
  const names = varyingSettings(summaries).filter((name) => !armSettings.has(name) && !repeated.has(name));
  const conditions = [...groups.values()].map((runs) => ({
    label: names.map((name) => `${name} ${valueLabel(runs[0].settings[name])}`).join(', '),
    runs,
  }));
  const alike = groupBy(conditions, ({ label }) => label);
  // Add the size only to labels that are otherwise equal.
  return conditions.map((condition) =>
    alike.get(condition.label)!.length === 1
      ? condition
      : { ...condition, label: [condition.label, sizeLabel(condition.runs[0])].filter(Boolean).join(', ') },
  );
}

const sizeLabel = ({ agent }: RunSummary): string => `agentParameters ${agent.parameters}`;

/** Returns a key of the models and the seed. Two arms are paired by this key. */
export const repetitionKey = ({ models, settings: { seed } }: RunSummary): string => `${models}, seed ${seed}`;

/** Returns one first evaluation per repetition, because the arms of a repetition start from one model. */
export const startingRows = (summaries: readonly RunSummary[]): HeldOutRow[] => [
  ...new Map(summaries.map((summary) => [repetitionKey(summary), summary.heldOut[0]])).values(),
];

/** These settings decide how long a run goes on and how it is measured, not how it learns. */
const lengthAndMeasure: ReadonlySet<SettingName> = new Set(['epochs', 'evalEvery', 'evalTasks', 'evalSamples']);

/** Returns true if a run learns as its preset says. Arm, repetition, length and evaluations may differ. */
export const learnsAsItsPreset = (settings: Settings): boolean =>
  Object.keys(diffSettings(settings, presetSettings(settings.preset))).every((name) =>
    [armSettings, repeated, lengthAndMeasure].some((allowed) => allowed.has(name as SettingName)),
  );

/** Lists the arms in the order in which they first appear. */
export const armsOf = (summaries: readonly RunSummary[]): string[] => [...new Set(summaries.map(({ arm }) => arm))];

export const adaptersOf = (summaries: readonly RunSummary[]): string[] => [
  ...new Set(summaries.flatMap(({ agent, environment }) => [agent.runtime, environment.runtime])),
];

/** What to measure: success at the end of the budget, mean success up to there, or the cost of a threshold. */
export type Measure =
  | { kind: 'final' }
  | { kind: 'area' }
  /** Cost at which success first reached `at`. If it never does, the cost is the whole budget (restricted mean). */
  | { kind: 'threshold'; at: number };

/** Measures one curve within a budget. Returns null if nothing was measured in it. */
export function measured(curve: Curve, measure: Measure, budget: number): number | null {
  switch (measure.kind) {
    case 'final':
      return valueNear(curve, budget);
    case 'area':
      return areaUnderCurve(clipped(curve, 0, budget));
    case 'threshold': {
      const cost = reaches(curve, measure.at);
      return curve.length === 0 ? null : cost === null || cost > budget ? budget : cost;
    }
  }
}

/** Returns the largest budget that every run's evaluations reach. Null if a run has no evaluation. */
export const commonBudget = (runs: readonly RunSummary[], axis: Axis): number | null =>
  commonEnd(runs.map((run) => heldOutCurve(run, axis)));

export const measuredByRepetition = (
  runs: readonly RunSummary[],
  arm: string,
  measure: Measure,
  axis: Axis,
  budget: number,
): Map<string, number> =>
  new Map(
    runs
      .filter((run) => run.arm === arm)
      .flatMap((run): [string, number][] => {
        const value = measured(heldOutCurve(run, axis), measure, budget);
        return value === null ? [] : [[repetitionKey(run), value]];
      }),
  );

export interface Reached {
  /** Number of runs that reached the threshold within the budget. */
  runs: number;
  of: number;
  /** Median cost. Null if at most half of the runs reached the threshold. */
  median: number | null;
}

/** Counts the runs of an arm that reached a threshold, and gives their median cost. */
export function reachedBy(
  runs: readonly RunSummary[],
  arm: string,
  threshold: number,
  axis: Axis,
  budget: number,
): Reached {
  const costs = runs
    .filter((run) => run.arm === arm)
    .map((run) => reaches(heldOutCurve(run, axis), threshold))
    .map((cost) => (cost === null || !isWithin(cost, budget) ? Infinity : cost));
  const middle = costs.length > 0 ? median(costs) : Infinity;
  return {
    runs: costs.filter(Number.isFinite).length,
    of: costs.length,
    median: Number.isFinite(middle) ? middle : null,
  };
}
