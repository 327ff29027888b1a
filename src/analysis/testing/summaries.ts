/** @file Makes run summaries with known curves. */
import { presetSettings, type PresetName } from '../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import { summaryFields, type SummaryNumbers } from '../epoch-fields.ts';
import type { EpochRow, HeldOutRow, RunSummary } from '../run-summary.ts';

export interface KnownRun {
  arm?: string;
  seed?: number;
  models?: string;
  settings?: Partial<Settings>;
  /** Held-out success before training, then after each epoch. */
  heldOut: readonly number[];
  /** Returns values that override an epoch's row. By default nothing happens in an epoch. */
  epochs?: (epoch: number) => Partial<EpochRow>;
  /** Floating-point operations of the environment per epoch. The agent uses 100. */
  environmentFlops?: number;
}

const ROLLOUTS = 100;

export function knownRun({
  arm = 'genenv',
  seed = 1,
  models = 'pair',
  settings = {},
  heldOut,
  epochs = () => ({}),
  environmentFlops = 0,
}: KnownRun): RunSummary {
  const cost = (epoch: number) => ({
    agentRollouts: ROLLOUTS * epoch,
    agentTokens: 10 * ROLLOUTS * epoch,
    environmentTokens: 50 * epoch,
    agentFlops: 100 * epoch,
    environmentFlops: environmentFlops * epoch,
  });
  const model = { name: models, family: 'table', parameters: 1, weightsHash: models, runtime: 'none' };
  const { families = ['household'] } = settings;
  const heldOutRow = (success: number, epoch: number): HeldOutRow => ({
    epoch,
    success,
    byLevel: Object.fromEntries(families.map((family) => [family, [success, success / 2]])),
    ...cost(epoch),
  });
  const zeros = Object.fromEntries(
    Object.entries(summaryFields).map(([name, { nullable }]) => [name, nullable ? null : 0]),
  ) as unknown as SummaryNumbers;
  const epochRow = (epoch: number): EpochRow => ({
    ...zeros,
    epoch,
    bandLow: 0.25,
    bandHigh: 0.75,
    meanLevel: 1,
    attempted: 10,
    distinct: 10,
    validShare: 1,
    unsolvedShare: 1,
    responseLength: 3,
    taskLength: 5,
    ...cost(epoch),
    ...epochs(epoch),
  });
  return {
    id: `${arm}-${models}-${seed}-${JSON.stringify(settings)}`,
    arm,
    models,
    settings: parseSettings({
      arm: arm === 'offline-2x' ? 'static' : arm,
      seed,
      epochs: heldOut.length - 1,
      ...settings,
    }),
    agent: model,
    environment: model,
    epochs: heldOut.slice(1).map((_, i) => epochRow(i + 1)),
    heldOut: heldOut.map(heldOutRow),
  };
}

/** Returns runs on five seeds. At equal rollouts, GenEnv ends about .4 above Random on each seed. */
export const twoArms = (): RunSummary[] =>
  [1, 2, 3, 4, 5].flatMap((seed) => [
    knownRun({ seed, heldOut: [0, 0.2, 0.6 + seed / 100], environmentFlops: 100 }),
    knownRun({ arm: 'random', seed, heldOut: [0, 0.1, 0.2, 0.3] }),
  ]);

export const spread = (seed: number) => seed / 200;

/** Returns runs on six seeds of two model pairs. GenEnv beats Random, ties with Static and trails the level rule. */
export const fourArms = (): RunSummary[] =>
  [1, 2, 3, 4, 5, 6].flatMap((seed) =>
    ['first', 'second'].flatMap((models) => {
      const run = (arm: string, last: number) => knownRun({ arm, seed, models, heldOut: [0.02, 0.2, last] });
      const sign = seed % 2 === 0 ? 1 : -1;
      return [
        run('genenv', 0.6 + spread(seed)),
        run('random', 0.2),
        run('static', 0.6 + spread(seed) + 0.05 * sign),
        run('level-rule', 0.9),
      ];
    }),
  );

export interface PresetRun extends Omit<KnownRun, 'settings' | 'models'> {
  preset?: PresetName;
  changes?: Partial<Settings>;
}

/** Makes a run of a preset. Its model pair is named after the preset. */
export const presetRun = ({ preset = 'discovery', changes, seed = 1, ...known }: PresetRun): RunSummary =>
  knownRun({ ...known, seed, models: preset, settings: { ...presetSettings(preset), seed, ...changes } });
