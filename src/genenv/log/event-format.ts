/**
 * @file The facts about a run's events that a store needs: how to read events of earlier versions, and which entries of
 * D_train and D_env an epoch adds.
 *
 * `pools-updated` holds the data of a pair of D_env that the loop needs. The rest of an entry of D_env, and all of one of
 * D_train, is in the other events of the same epoch.
 */
import { eventOf } from './event-of.ts';
import type { EnvironmentPoolEntry, PoolAdditions, Trace, TrainPoolEntry } from '../../store/pool-contract.ts';
import { type EventFormat, newerRun } from '../../store/run-store.ts';
import { successRate } from '../../curriculum/success.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { type EnvironmentEntry, EVENT_VERSION, type RunEvent, type RunStarted } from './events.ts';
import { epochProblem } from './epoch-problem.ts';
import { eventProblem } from './event-problem.ts';
import { outlineEvent } from './outline-event.ts';
import { joinEvents, type MadeRollout } from './task-events.ts';
import { isValidTrace } from '../pools.ts';
import { parseSettings, SettingsError, type Settings } from '../settings/settings.ts';

export const runEventFormat: EventFormat<RunEvent> = {
  version: EVENT_VERSION,
  first: 'run-started',
  upgrade,
  problem: eventProblem,
  epochProblem,
  outline: outlineEvent,
  poolEntries,
};

/**
 * An event of the current version. Settings that came after a log was begun are at their defaults in it.
 * @throws CodedError where a later version wrote the log; Error where its settings are not valid
 */
function upgrade(event: unknown): RunEvent {
  const started = event as Partial<RunStarted>;
  if (started.type !== 'run-started') return event as RunEvent;
  if (Number(started.version) > EVENT_VERSION) throw newerRun(Number(started.version), EVENT_VERSION);
  return { ...started, settings: settingsOf(started.settings) } as RunStarted;
}

function settingsOf(given: unknown): Settings {
  try {
    return parseSettings(given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // In the words of a fault of a log.
    throw new Error(`its settings are not valid (${error.problems.map(({ name, code }) => name ?? code).join(', ')})`);
  }
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

const traceOf = ({ rollout: { turns, ids, mask, logprobs }, score }: MadeRollout): Trace => ({
  turns,
  ids,
  mask: ids.length > 0 ? mask : [],
  logprobs,
  reward: score!.reward,
  advantage: score!.advantage,
});

function keyOf(name: string, text: string): string[] {
  const family = knownFamily(name);
  const parsed = family?.parse(text);
  const solution = family && parsed?.ok ? family.oracle(parsed.task) : null;
  return solution?.solvable ? solution.answers : [];
}

function poolEntries(epoch: readonly RunEvent[]): PoolAdditions {
  const texts = eventOf(epoch, 'tasks-written')?.texts ?? [];
  const tasks = joinEvents(texts, eventOf(epoch, 'rolled-out'), eventOf(epoch, 'scored'), eventOf(epoch, 'filtered'));
  const added = eventOf(epoch, 'pools-updated');

  const train = tasks.flatMap(({ family, source, level, text, key: written, rollouts, scored }): TrainPoolEntry[] => {
    const traces = rollouts.filter(isValidTrace).map(traceOf);
    if (!added || !scored || traces.length === 0) return [];
    const success = successRate(scored.count);
    const key = written?.turns ?? keyOf(family, text);
    return [{ epoch: added.epoch, family, source, level, success, text, key, traces }];
  });

  const environment = (entry: EnvironmentEntry): EnvironmentPoolEntry => {
    const { family, successRate: success, ...pair } = entry;
    const written = texts.find(
      (text) =>
        text.family === family &&
        text.context === entry.context &&
        text.written !== null &&
        sameIds(text.written.ids, entry.writtenIds),
    );
    const { level = 0, text = '' } = written ?? {};
    const { context, contextIds, writtenIds, weight } = pair;
    const source = 'environment';
    return { epoch: entry.epoch, family, source, level, success, text, context, contextIds, writtenIds, weight };
  };

  return { train, environment: (added?.environment ?? []).map(environment) };
}
