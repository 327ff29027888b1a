/**
 * @file Opens a new run, a stored run or a branch. Finds or makes the record, checks that the models have not changed,
 * restores their weights, and reads the loop's pools from the store. Also names runs by their settings.
 */
import { CodedError } from '../common/coded-error.ts';
import { codedProblem } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { EnvironmentEntry, EpochEnded, RunEvent } from '../genenv/log/events.ts';
import { addToPools, emptyPools, type Pools } from '../genenv/pools.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import {
  diffSettings,
  parseSettings,
  setting,
  settingAsText,
  type SettingName,
  type Settings,
} from '../genenv/settings/settings.ts';
import type { PolicyDescription, PolicyTelemetry } from '../policy/policy.ts';
import { epochOf, newRunRecord, type RunLocks, type RunRecord, type RunStore, unknownRun } from '../store/run-store.ts';
import type { Models } from './models.ts';

/** Returns the record of a stored run, or stores a new one. @throws CodedError if the run does not exist */
export async function findOrCreate({ store, now }: SessionParts, choice: RunChoice): Promise<RunRecord> {
  if ('runId' in choice) {
    const record = await store.get(choice.runId);
    if (!record) throw unknownRun(choice.runId);
    return record;
  }
  const { newId: id, name } = choice;
  const record = newRunRecord({ id, name, settings: parseSettings(choice.settings), now: now() });
  await store.create(record);
  return record;
}

/** Reads the events that a session needs to continue a run: the start, all changes of settings, the last event. */
export async function readCourse(store: RunStore<RunEvent>, { id, eventCount }: RunRecord): Promise<RunEvent[]> {
  if (eventCount === 0) return [];
  const changes: RunEvent[] = [];
  for await (const event of store.eventsOf(id, 'settings-changed')) changes.push(event);
  const [first, last] = await Promise.all([store.event(id, 0), store.event(id, eventCount - 1)]);
  return [first, ...changes, last].filter((event) => event !== undefined);
}

/** Returns a notice for each player on another GPU adapter. @throws CodedError `other-weights` */
export function compareWithStart(events: readonly RunEvent[], now: SessionState['players']): SessionState['notices'] {
  const started = events.find((event) => event.type === 'run-started');
  if (!started) return [];
  const notices: SessionState['notices'] = [];
  for (const player of ['agent', 'environment'] as const) {
    const { weightsHash, runtime } = now[player];
    const then = started[player];
    if (then.weightsHash !== weightsHash)
      throw new CodedError('other-weights', { player, model: then.name, before: then.weightsHash, now: weightsHash });
    if (then.runtime !== runtime)
      notices.push(codedProblem('other-adapter', { player, before: then.runtime, now: runtime }));
  }
  return notices;
}

/** Restores the players' weights of the last finished epoch, if there is one. */
export async function restoreWeights(
  store: RunStore<RunEvent>,
  { agent, environment }: Players,
  record: RunRecord,
  last: RunEvent | undefined,
): Promise<void> {
  if (!last) return;
  // A stored log ends with a finished epoch.
  const checkpoint = await store.checkpoint(record.id, (last as EpochEnded).epoch);
  if (!checkpoint) throw new CodedError('weights-not-stored', { run: record.name });
  await Promise.all([agent.restore(checkpoint.agent), environment.restore(checkpoint.environment)]);
}

interface BranchRequest {
  /** Id of the parent run. `epoch` is the last epoch that the branch copies. */
  runId: string;
  epoch: number;
  newId: string;
  name: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Stores a branch: a new run that begins as a copy of another, up to the end of an epoch whose checkpoint is stored. A
 * branch is opened like any run.
 *
 * Random numbers do not depend on a run's name, so a branch without changes continues as the parent did.
 * @throws CodedError `epoch-without-weights`
 */
export async function branchRun(store: RunStore<RunEvent>, request: BranchRequest): Promise<RunRecord> {
  const { runId, epoch, newId: id, name, now } = request;
  const parent = await store.get(runId);
  if (!parent) throw unknownRun(runId);
  const [checkpoint, kept] = await Promise.all([store.checkpoint(runId, epoch), store.checkpointEpochs(runId)]);
  if (!checkpoint) throw new CodedError('epoch-without-weights', { run: parent.name, epoch, kept: kept.join(', ') });
  const record = { ...newRunRecord({ id, name, settings: parent.settings, now }), parent: { runId, epoch } };
  await store.create(record, { epochs: upTo(store.epochs(runId), epoch), checkpoints: [checkpoint] });
  return record;
}

async function* upTo(epochs: AsyncIterable<RunEvent[]>, last: number): AsyncGenerator<RunEvent[], void, void> {
  for await (const events of epochs) {
    yield events;
    if (epochOf(events) === last) return;
  }
}

export const FIRST_EPOCH = 1;

/**
 * Holds the pools of a run's loop. D_train stays in the store, and only the regression window of D_env is in memory, so
 * memory does not grow with the number of epochs.
 */
export class PoolWindow {
  private constructor(
    /** Pools that the loop reads and extends. */
    readonly pools: Pools,
    private readonly epochEvents: (epoch: number) => Promise<RunEvent[]>,
    /** First epoch whose pairs are in memory. */
    private from: number,
  ) {}

  /** Opens the pools after the last finished epoch. `hold` reads the pairs of D_env. */
  static async open(
    store: RunStore<RunEvent>,
    run: { id: string; epochs: number; started: RunEvent | undefined },
  ): Promise<PoolWindow> {
    const pools = emptyPools(store.trainPool(run.id));
    if (run.started) addToPools(pools, run.started);
    for await (const event of store.eventsOf(run.id, 'pools-updated')) addToPools(pools, { ...event, environment: [] });
    return new PoolWindow(pools, (epoch) => store.epochEvents(run.id, epoch), run.epochs + 1);
  }

  /** Loads the pairs of the regression window, which ends with the next epoch, and drops older pairs. */
  async hold(finished: number, epochs: number): Promise<void> {
    // Pairs of the running epoch are in memory only, so they are never dropped.
    const from = Math.max(FIRST_EPOCH, Math.min(finished + 1, finished + 2 - epochs));
    if (from < this.from) {
      const pairs: EnvironmentEntry[] = [];
      for (let epoch = from; epoch < this.from; epoch += 1)
        for (const event of await this.epochEvents(epoch))
          if (event.type === 'pools-updated') pairs.push(...event.environment);
      this.pools.environment = [...pairs, ...this.pools.environment];
    } else if (from > this.from) {
      this.pools.environment = this.pools.environment.filter(({ epoch }) => epoch >= from);
    }
    this.from = from;
  }
}

/** Maximum number of settings in a run's name. Further settings are only counted. */
const MOST_NAMED = 4;

/** Settings whose values are clear without the setting's name. */
const bare: ReadonlySet<SettingName> = new Set(['arm', 'families']);

/** Returns a setting's value as text. A user's own world or task set is shown by name, not by content. */
const valueText = (name: SettingName, settings: Settings): string =>
  name === 'families'
    ? settings.families.map((family) => (typeof family === 'string' ? family : family.name)).join(',')
    : settingAsText(settings[name]);

function difference(name: SettingName, settings: Settings): string {
  const value = valueText(name, settings);
  return bare.has(name) ? value : `${setting(name).symbol ?? name} ${value}`;
}

/** Returns a run's name, such as `discovery`, `discovery, random, seed 7` or `quick, α 0.7, k_min 0.1`. */
export function runName(settings: Settings): string {
  const names = Object.keys(diffSettings(settings, presetSettings(settings.preset))) as SettingName[];
  const more = names.length - MOST_NAMED;
  return [
    settings.preset,
    ...names.slice(0, MOST_NAMED).map((name) => difference(name, settings)),
    ...(more > 0 ? [`+${more}`] : []),
  ].join(', ');
}

export interface SessionParts {
  store: RunStore<RunEvent>;
  locks: RunLocks;
  /** Opens the models with their weights before the run. The session disposes of them. */
  openModels(settings: Settings): Promise<Models>;
  /** Returns milliseconds since 1970, for run records. */
  now(): number;
}

/** Id of a stored run to continue, or id, name and settings of a new run. */
export type RunChoice = { runId: string } | { newId: string; name: string; settings: Settings };

export interface SessionState {
  record: RunRecord;
  /** Settings for the next stage. */
  settings: Settings;
  /** Changes made in an epoch that was lost, in order. Each will be repeated at its position in the log. */
  repeated: Partial<Settings>[];
  players: Record<keyof Players, PolicyDescription>;
  /** Messages for the user, for example that the run began on another adapter. */
  notices: ErrorData[];
}

export type SessionTelemetry = Record<keyof Players, PolicyTelemetry>;
