/** @file Opening a run: find its record, check that its models are those it began with, restore its weights. */
import { CodedError } from '../common/coded-error.ts';
import { codedProblem } from '../common/error-data.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { EpochEnded, RunEvent } from '../genenv/log/events.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { epochOf, newRunRecord, type RunRecord, type RunStore, unknownRun } from '../store/run-store.ts';
import type { RunChoice, SessionParts, SessionState } from './session-contract.ts';

/** @throws CodedError where there is no such run */
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

/** What a session needs of a stored log to go on: the start, every change of settings, the last event. */
export async function readCourse(store: RunStore<RunEvent>, { id, eventCount }: RunRecord): Promise<RunEvent[]> {
  if (eventCount === 0) return [];
  const changes: RunEvent[] = [];
  for await (const event of store.eventsOf(id, 'settings-changed')) changes.push(event);
  const [first, last] = await Promise.all([store.event(id, 0), store.event(id, eventCount - 1)]);
  return [first, ...changes, last].filter((event) => event !== undefined);
}

/** Refuses other models than the run started from; another adapter is only a notice. */
export function compareWithStart(events: readonly RunEvent[], now: SessionState['players']): SessionState['notices'] {
  const started = events.find((event) => event.type === 'run-started');
  if (!started) return [];
  const notices: SessionState['notices'] = [];
  for (const player of ['agent', 'environment'] as const) {
    const then = started[player];
    if (then.weightsHash !== now[player].weightsHash) {
      throw new CodedError('other-weights', {
        player,
        model: then.name,
        before: then.weightsHash,
        now: now[player].weightsHash,
      });
    }
    if (then.runtime !== now[player].runtime) {
      notices.push(codedProblem('other-adapter', { player, before: then.runtime, now: now[player].runtime }));
    }
  }
  return notices;
}

/** Gives the players the weights of the last finished epoch, if one is stored. */
export async function restoreWeights(
  store: RunStore<RunEvent>,
  { agent, environment }: Players,
  record: RunRecord,
  last: RunEvent | undefined,
): Promise<void> {
  if (!last) return;
  // A stored log ends with a finished epoch.
  const checkpoint = await store.checkpoint(record.id, (last as EpochEnded).epoch);
  if (!checkpoint) {
    throw new CodedError('weights-not-stored', { run: record.name });
  }
  await Promise.all([agent.restore(checkpoint.agent), environment.restore(checkpoint.environment)]);
}

/** Reads what a page needs of a log at first: the newest epoch whole, the others as outlines. */
export async function readOutlined(store: RunStore<RunEvent>, { id }: RunRecord): Promise<RunEvent[]> {
  const outlines = await store.outlines(id);
  const newest = epochOf(outlines.at(-1) ?? []);
  if (newest === undefined) return [];
  return [...outlines.slice(0, -1).flat(), ...(await store.epochEvents(id, newest))];
}
