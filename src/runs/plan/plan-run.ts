/**
 * @file Plans the memory of a run on a machine. The plan says what the policies take on each device, whether the
 * adapter allows that much, and which settings to turn down if not. It is computed from shapes, before allocation.
 */
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import type { Obstacle } from '../../common/error-parameters.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { loadConfig, loadTokenizer } from '../../lm/files/load-model.ts';
import { hasGraph } from '../../onnx/choose-graph.ts';
import { type DevicePlan, planDevice } from '../../policy/memory-plan.ts';
import type { ModelChoice, Role } from '../model-choices.ts';
import type { ModelHost, PlannedMachine } from '../model-host.ts';
import { type PlannedPolicy, runWork } from './run-work.ts';

export interface PlacePlan extends DevicePlan {
  roles: Role[];
}

export interface RunPlan {
  /** Plan of each device. Empty if the policies cannot be planned. */
  places: PlacePlan[];
  peakBytes: number;
  /** Bytes that the run may take; null if unknown. */
  memory: number | null;
  /** Reasons why the run does not fit. Empty if it fits. */
  obstacles: Obstacle[];
}

/** Settings that trade time or precision for memory. */
export type MemoryChange = Partial<
  Pick<
    Settings,
    'gradientCheckpointing' | 'microBatchTokens' | 'rolloutsPerWave' | 'basePrecision' | 'training' | 'loraRank'
  >
>;

/** Plans the memory of policies on a machine. @param work result of `runWork` */
export function planRun(work: readonly PlannedPolicy[], machine: PlannedMachine): RunPlan {
  const { memory } = machine;
  const groups = new Map<string, PlannedPolicy[]>();
  for (const policy of work) {
    const place = machine.oneDevice ? 'all' : policy.place;
    groups.set(place, [...(groups.get(place) ?? []), policy]);
  }
  const places: PlacePlan[] = [];
  try {
    for (const policies of groups.values())
      places.push({ roles: policies.map(({ role }) => role), ...planDevice(machine, policies) });
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const problem = errorData(error as CodedError);
    return { places: [], peakBytes: 0, memory, obstacles: [{ code: 'refused', problem }] };
  }
  const peakBytes = places.reduce((sum, place) => sum + place.peakBytes, 0);
  const largest = (key: 'largestBuffer' | 'largestBinding') => Math.max(...places.map((place) => place[key]));
  const demands = [
    { code: 'memory', bytes: peakBytes, limit: memory ?? Infinity },
    { code: 'buffer', bytes: largest('largestBuffer'), limit: machine.maxBufferSize },
    { code: 'binding', bytes: largest('largestBinding'), limit: machine.maxStorageBufferBindingSize },
  ] as const;
  return { places, peakBytes, memory, obstacles: demands.filter(({ bytes, limit }) => bytes > limit) };
}

/** Kind of memory that a setting saves: memory for updates, for sampling, or allocated for the whole run. */
type Saves = 'learning' | 'sampling' | 'kept';

interface Step {
  saves: Saves;
  /** Returns the next change of the setting; null if there is none. */
  next: (settings: Settings) => MemoryChange | null;
}

const MICRO_BATCH_TOKENS = [32768, 16384, 8192, 4096, 2048, 1024, 512, 256];
const ROLLOUTS_PER_WAVE = [1024, 512, 256, 128, 64, 32, 16, 8];
const SMALLEST_RANK = 4;

/** Returns a `next` that lowers a bound to the next smaller one of `values`. */
const lower =
  (name: 'microBatchTokens' | 'rolloutsPerWave', values: readonly number[]): Step['next'] =>
  ({ [name]: present }) => {
    // 0 means no bound.
    const next = values.find((value) => present === 0 || value < present);
    return next === undefined ? null : { [name]: next };
  };

const steps: readonly Step[] = [
  {
    saves: 'learning',
    next: ({ gradientCheckpointing }) => (gradientCheckpointing ? null : { gradientCheckpointing: true }),
  },
  { saves: 'learning', next: lower('microBatchTokens', MICRO_BATCH_TOKENS) },
  { saves: 'sampling', next: lower('rolloutsPerWave', ROLLOUTS_PER_WAVE) },
  { saves: 'kept', next: ({ training }) => (training === 'full' ? { training: 'lora' } : null) },
  {
    saves: 'kept',
    next: ({ training, basePrecision }) =>
      training === 'lora' && basePrecision === 'f32' ? { basePrecision: 'f16' } : null,
  },
  {
    saves: 'kept',
    next: ({ training, loraRank }) =>
      training === 'lora' && loraRank > SMALLEST_RANK ? { loraRank: Math.max(SMALLEST_RANK, loraRank >> 1) } : null,
  },
];

/**
 * Returns the kind of memory to save first. This is `kept` if kept memory alone exceeds the limit, or if the policies
 * could not be planned. Otherwise it is `learning` or `sampling`, whichever takes more.
 */
function worst({ places, obstacles }: RunPlan, { memory }: PlannedMachine): Saves {
  const kept = places.reduce((sum, place) => sum + Object.values(place.kept).reduce((all, bytes) => all + bytes, 0), 0);
  if (obstacles.some(({ code }) => code === 'refused') || kept > (memory ?? Infinity)) return 'kept';
  const most = (part: 'learning' | 'sampling') => Math.max(...places.map((place) => place[part].bytes));
  return most('learning') >= most('sampling') ? 'learning' : 'sampling';
}

/** Returns changes with which the run fits, made to the largest use of memory first; null if none are enough. */
export async function settingsThatFit(
  settings: Settings,
  plan: RunPlan,
  workOf: (settings: Settings) => Promise<readonly PlannedPolicy[]>,
  machine: PlannedMachine,
): Promise<MemoryChange | null> {
  let changes: MemoryChange = {};
  let present = plan;
  while (present.obstacles.length > 0) {
    const changed = { ...settings, ...changes };
    const wanted = worst(present, machine);
    const possible = steps.flatMap(({ saves, next }) => {
      const change = next(changed);
      return change ? [{ saves, change }] : [];
    });
    const step = possible.find(({ saves }) => saves === wanted) ?? possible.find(({ saves }) => saves === 'kept');
    if (!step) return null;
    changes = { ...changes, ...step.change };
    present = planRun(await workOf({ ...settings, ...changes }), machine);
  }
  return changes;
}

export interface SettingsPlan {
  plan: RunPlan;
  /** Changes that make the run fit. Empty if it already fits; null if no memory setting is enough. */
  changes: MemoryChange | null;
}

/** Plans a run. @param machine to plan for; default: the host's @returns null if the machine is unknown */
export async function planFor(
  host: ModelHost,
  settings: Settings,
  machine?: PlannedMachine | null,
): Promise<SettingsPlan | null> {
  const known = machine ?? (await host.machine?.());
  if (!known) return null;
  // The environment's tokenizer serves both players, because its vocabulary begins with the agent's.
  const tokenizer = await loadTokenizer(host.folder(settings.environmentModel));
  const configs = new Map<string, Promise<ModelConfig | null>>();
  const configOf = ({ role, model }: ModelChoice) => {
    const read = async () => {
      const files = host.folder(model);
      return role === 'teacher' && (await hasGraph(files)) ? null : loadConfig(files);
    };
    const config = configs.get(model) ?? read();
    configs.set(model, config);
    return config;
  };
  const workOf = (changed: Settings) => runWork(changed, tokenizer, configOf);
  const plan = planRun(await workOf(settings), known);
  return { plan, changes: await settingsThatFit(settings, plan, workOf, known) };
}

/** Plans a run. @throws CodedError `does-not-fit` that names the obstacle, and settings with which the run would fit */
export async function refuseWhatDoesNotFit(host: ModelHost, settings: Settings): Promise<void> {
  const planned = await planFor(host, settings);
  if (!planned || planned.plan.obstacles.length === 0) return;
  const { plan, changes } = planned;
  const [obstacle] = plan.obstacles;
  const list = Object.entries(changes ?? {}).map(([name, value]) => `${name}=${value}`);
  throw new CodedError('does-not-fit', { obstacle, settings: list.join(', ') });
}
