/**
 * @file Declares a sweep: a preset with changes, for all combinations of arms, seeds, model pairs and a grid of
 * settings. A run's id depends only on its own settings, so a sweep that grows keeps its finished runs.
 */
import { z } from 'zod';
import { recordOf } from '../common/record-schema.ts';
import { schemaProblems } from '../common/schema-problems.ts';
import { sha256 } from '../common/sha-256.ts';
import { presetNames, presetSettings, type PresetName } from '../genenv/settings/presets.ts';
import {
  parseSettings,
  settingNames,
  SettingsError,
  type SettingName,
  type Settings,
} from '../genenv/settings/settings.ts';
import { armVariants } from '../analysis/comparison.ts';
import type { RunLabels } from '../analysis/run-summary.ts';
import { CodedError } from '../common/coded-error.ts';

/** Model folders or repositories of an independently pre-trained pair. */
export interface ModelPair {
  name: string;
  agentModel: string;
  environmentModel: string;
  /** Model that writes the training data of the arm `offline`. */
  teacherModel?: string;
}

export interface Sweep {
  name: string;
  preset: PresetName;
  /** Changes to the preset for all runs. */
  settings: Partial<Settings>;
  /** Keys of `armVariants`. */
  arms: string[];
  seeds: number[];
  /** Values of each setting that varies. The sweep has runs for all combinations. */
  grid: Partial<Record<SettingName, unknown[]>>;
  /** If empty, all runs use the pair in the settings. */
  models: ModelPair[];
  /**
   * Number of agent rollouts of each run, which gives the number of epochs, so that arms and grid points have equal
   * budgets. If null, the setting `epochs` decides.
   */
  agentRollouts: number | null;
}

export interface SweepRun extends RunLabels {
  settings: Settings;
  /** Name for the user, with what differs from the other runs, e.g. `GenEnv, alpha 0.4, seed 3`. */
  label: string;
}

const FORMAT = 'genenv-sweep';
const VERSION = 1;
const MOST_RUNS = 10_000;
/** Settings that a sweep's `grid` must not hold, because they have their own entries. */
const ownEntries: ReadonlySet<string> = new Set(['arm', 'seed', 'preset', 'agentModel', 'environmentModel']);

const unique = <Item>(schema: z.ZodType<Item>) =>
  z
    .array(schema)
    .min(1, 'must have at least one entry')
    .refine((items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length, {
      error: 'has an entry twice',
    });

const named = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/, {
  error: 'must be 1 to 60 letters, digits, spaces, dots, hyphens or underscores',
});

const schema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: named,
  preset: z.enum(presetNames),
  settings: recordOf(z.unknown()).default({}),
  arms: unique(
    z.string().refine((name) => armVariants.has(name), {
      error: ({ input }) => `${JSON.stringify(input)} is none of the arms ${[...armVariants.keys()].join(', ')}`,
    }),
  ),
  seeds: unique(z.int().min(0).max(4294967295)),
  grid: recordOf(unique(z.unknown()))
    .refine((grid) => Object.keys(grid).every((name) => (settingNames as string[]).includes(name)), {
      error: ({ input }) =>
        `names a setting that does not exist: ${Object.keys(input as object)
          .filter((name) => !(settingNames as string[]).includes(name))
          .join(', ')}`,
    })
    .refine((grid) => Object.keys(grid).every((name) => !ownEntries.has(name)), {
      error: `must not hold ${[...ownEntries].join(', ')}: a sweep has its own entries for them`,
    })
    .default({}),
  models: z
    .array(
      z.strictObject({
        name: named,
        agentModel: z.string(),
        environmentModel: z.string(),
        teacherModel: z.string().optional(),
      }),
    )
    .refine((pairs) => new Set(pairs.map(({ name }) => name)).size === pairs.length, { error: 'has a name twice' })
    .default([]),
  agentRollouts: z.int().min(1).nullable().default(null),
});

/**
 * Reads a sweep from JSON. @param path name of the file for messages, if there are several
 * @throws CodedError that names every problem of the file
 */
export function parseSweep(text: string, path?: string): Sweep {
  const within = path === undefined ? '' : `${path}: `;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CodedError('sweep-not-json', { cause: `${within}${(error as Error).message}` });
  }
  const result = schema.safeParse(json);
  if (!result.success) {
    const causes = schemaProblems(result.error).map(({ place, cause }) => `${within}${place}: ${cause}`);
    throw new CodedError('sweep-invalid', { causes });
  }
  const { format: _format, version: _version, ...sweep } = result.data;
  return sweep as Sweep;
}

/** Returns all combinations with one value per name. The last name varies fastest. */
function combinations(grid: Sweep['grid']): Partial<Settings>[] {
  return Object.entries(grid).reduce<Partial<Settings>[]>(
    (points, [name, values]) => points.flatMap((point) => values!.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

/** Returns the model pair of the settings, for a sweep that names no pairs. */
const ownPair = ({ agentModel, environmentModel }: Settings): ModelPair => ({
  name: `${agentModel} + ${environmentModel}`,
  agentModel,
  environmentModel,
});

/** Returns the first 12 hexadecimal digits of the SHA-256 of all settings, enough to tell a sweep's runs apart. */
async function settingsHash(settings: Settings): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(settingNames.map((name) => [name, settings[name]])));
  return (await sha256(bytes)).slice(0, 12);
}

function settingsOf(values: Partial<Settings>, label: string): Settings {
  try {
    return parseSettings(values);
  } catch (error) {
    if (error instanceof SettingsError)
      throw new CodedError('run-settings-invalid', { run: label, problems: error.problems });
    throw error;
  }
}

/**
 * Lists the runs of a sweep in the order in which they are made, by models, then seeds, then grid points, then arms. An
 * unfinished sweep therefore has complete comparisons for its first seeds.
 * @param armTitle returns the name of an arm in labels
 * @throws CodedError if settings are out of range, there are too many runs, or two runs are the same
 */
export async function sweepRuns(sweep: Sweep, armTitle: (arm: string) => string): Promise<SweepRun[]> {
  const base = settingsOf({ ...presetSettings(sweep.preset), ...sweep.settings }, sweep.name);
  const pairs = sweep.models.length > 0 ? sweep.models : [ownPair(base)];
  const pointCount = Object.values(sweep.grid).reduce((product, values) => product * values!.length, 1);
  const count = pairs.length * sweep.seeds.length * pointCount * sweep.arms.length;
  if (count > MOST_RUNS) throw new CodedError('too-many-runs', { runs: count, most: MOST_RUNS });

  const points = combinations(sweep.grid);
  const runs: SweepRun[] = [];
  for (const pair of pairs)
    for (const seed of sweep.seeds)
      for (const point of points)
        for (const arm of sweep.arms) {
          const grid = Object.entries(point).map(([name, value]) => `${name} ${String(value)}`);
          const named = sweep.models.length > 1 ? [pair.name] : [];
          const label = [armTitle(arm), ...named, ...grid, `seed ${seed}`].join(', ');
          const { name, ...models } = pair;
          const shared = { ...base, ...models, ...point, seed };
          const chosen = { ...shared, ...armVariants.get(arm)!(shared) };
          const rollouts = chosen.tasksPerEpoch * chosen.groupSize;
          const epochs = sweep.agentRollouts === null ? chosen.epochs : Math.ceil(sweep.agentRollouts / rollouts);
          const settings = settingsOf({ ...chosen, epochs }, label);
          runs.push({ id: `${arm}-s${seed}-${await settingsHash(settings)}`, arm, models: name, settings, label });
        }
  const ids = new Set(runs.map(({ id }) => id));
  if (ids.size < runs.length) throw new CodedError('runs-the-same');
  return runs;
}

/** Lists the runs of several sweeps, in order. A run that belongs to two sweeps is in both lists, with one id. */
export async function runsOfSweeps(
  sweeps: readonly Sweep[],
  armTitle: (arm: string) => string,
): Promise<{ name: string; runs: SweepRun[] }[]> {
  const labelled = (name: string, runs: SweepRun[]): SweepRun[] =>
    sweeps.length === 1 ? runs : runs.map((run) => ({ ...run, label: `${name}: ${run.label}` }));
  return Promise.all(
    sweeps.map(async (sweep) => ({ name: sweep.name, runs: labelled(sweep.name, await sweepRuns(sweep, armTitle)) })),
  );
}

/** Returns each run once, in order. */
export const differentRunsOf = (sweeps: readonly { runs: readonly SweepRun[] }[]): SweepRun[] => [
  ...new Map(sweeps.flatMap(({ runs }) => runs).map((run) => [run.id, run])).values(),
];
