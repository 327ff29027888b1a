/**
 * @file The plan of a run: the memory its policies take on each device, whether the adapter allows it, and which settings
 * to turn down so that it does. Plain data; made from shapes before anything is allocated.
 */
import { CodedError } from '../../common/coded-error.ts';
import { planDevice, type DevicePlan, type PlannedAdapter, type PolicyWork } from '../../policy/memory-plan.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { Role } from '../model-choices.ts';
import type { PlannedPolicy } from './run-work.ts';

/** The adapter and the machine that a run is to fit. */
export interface PlannedMachine extends PlannedAdapter {
  /** Bytes that all devices may take together; null where nobody knows. */
  memory: number | null;
  /** Whether all policies share one device (headless), or only those of one place do (page). */
  oneDevice: boolean;
}

/** Why a run does not fit. */
export type Obstacle =
  | { code: 'memory' | 'buffer' | 'binding'; bytes: number; limit: number }
  /** The policies cannot even be laid out: a weight is more than the adapter binds, or a size is not supported. */
  | { code: 'refused'; message: string };

export interface PlacePlan extends DevicePlan {
  /** Whose policies the device runs. */
  roles: Role[];
}

export interface RunPlan {
  /** Empty where the policies cannot be laid out. */
  places: PlacePlan[];
  peakBytes: number;
  /** What stands against the run; empty: it fits. */
  obstacles: Obstacle[];
}

/** Settings that trade time, or precision, for memory: from what costs least to what costs most. */
export type MemoryChange = Partial<
  Pick<
    Settings,
    | 'gradientCheckpointing'
    | 'microBatchTokens'
    | 'rolloutsPerWave'
    | 'kvCachePrecision'
    | 'basePrecision'
    | 'training'
    | 'loraRank'
  >
>;

/** @param work what the policies of the run do (run-work.ts) */
export async function planRun(work: readonly PlannedPolicy[], machine: PlannedMachine): Promise<RunPlan> {
  const groups = new Map<string, PlannedPolicy[]>();
  for (const policy of work) {
    const place = machine.oneDevice ? 'all' : policy.place;
    groups.set(place, [...(groups.get(place) ?? []), policy]);
  }
  const places: PlacePlan[] = [];
  try {
    for (const policies of groups.values())
      places.push({ roles: policies.map(({ role }) => role), ...(await planDevice(machine, policies)) });
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return { places: [], peakBytes: 0, obstacles: [{ code: 'refused', message: error.message }] };
  }
  const peakBytes = places.reduce((sum, place) => sum + place.peakBytes, 0);
  const largest = (key: 'largestBuffer' | 'largestBinding') => Math.max(...places.map((place) => place[key]));
  const demands = [
    { code: 'memory', bytes: peakBytes, limit: machine.memory ?? Infinity },
    { code: 'buffer', bytes: largest('largestBuffer'), limit: machine.maxBufferSize },
    { code: 'binding', bytes: largest('largestBinding'), limit: machine.maxStorageBufferBindingSize },
  ] as const;
  return { places, peakBytes, obstacles: demands.filter(({ bytes, limit }) => bytes > limit) };
}

/** Values of a setting to try one after the other, where the present one takes more memory. */
type Step = (settings: Settings) => MemoryChange | null;

const MICRO_BATCH_TOKENS = [8192, 4096, 2048, 1024, 512, 256];
const ROLLOUTS_PER_WAVE = [256, 128, 64, 32, 16, 8];
const SMALLEST_RANK = 4;

/** The next smaller value of a bound, of which 0 is none. */
const nextBound = (values: readonly number[], present: number): number | undefined =>
  values.find((value) => present === 0 || value < present);

const steps: readonly Step[] = [
  ({ gradientCheckpointing }) => (gradientCheckpointing ? null : { gradientCheckpointing: true }),
  ({ microBatchTokens }) => {
    const next = nextBound(MICRO_BATCH_TOKENS, microBatchTokens);
    return next === undefined ? null : { microBatchTokens: next };
  },
  ({ rolloutsPerWave }) => {
    const next = nextBound(ROLLOUTS_PER_WAVE, rolloutsPerWave);
    return next === undefined ? null : { rolloutsPerWave: next };
  },
  ({ training }) => (training === 'full' ? { training: 'lora' } : null),
  ({ training, basePrecision }) => (training === 'lora' && basePrecision === 'f32' ? { basePrecision: 'f16' } : null),
  ({ kvCachePrecision }) => (kvCachePrecision === 'f32' ? { kvCachePrecision: 'f16' } : null),
  ({ training, loraRank }) =>
    training === 'lora' && loraRank > SMALLEST_RANK ? { loraRank: Math.max(SMALLEST_RANK, loraRank >> 1) } : null,
];

/** How much a plan is over its limits: the largest ratio; a plan that cannot be laid out is worse than any other. */
const excess = ({ obstacles }: RunPlan): number =>
  Math.max(0, ...obstacles.map((one) => (one.code === 'refused' ? Infinity : one.bytes / one.limit)));

/**
 * Changes of settings with which a run fits; null where none of those that are tried is enough. A change that brings the
 * run no nearer to its limits is left out.
 * @param workOf what the policies of a run of these settings do
 */
export async function settingsThatFit(
  settings: Settings,
  workOf: (settings: Settings) => Promise<readonly PlannedPolicy[]>,
  machine: PlannedMachine,
): Promise<MemoryChange | null> {
  let changes: MemoryChange = {};
  let over = excess(await planRun(await workOf(settings), machine));
  for (const step of steps)
    for (;;) {
      if (over === 0) return changes;
      const change = step({ ...settings, ...changes });
      if (!change) break;
      const after = excess(await planRun(await workOf({ ...settings, ...changes, ...change }), machine));
      if (after >= over && after !== Infinity) break;
      if (after < over) {
        changes = { ...changes, ...change };
        over = after;
      } else break;
    }
  return over === 0 ? changes : null;
}
