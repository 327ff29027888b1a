/**
 * @file What opening a run takes: its record, the check that its models are those it began with, its weights.
 */
import type { Players } from '../genenv/coevolve.ts';
import type { EpochEnded, RunEvent } from '../genenv/events.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { newRunRecord, type RunRecord, type RunStore } from '../store/run-store.ts';
import { unknownRun } from '../store/store-error.ts';
import type { RunChoice, SessionParts, SessionState } from './session-contract.ts';

/** @throws Error in a sentence where there is no such run */
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

/** Refuses other models than the run started from; another adapter is a notice only. */
export function compareWithStart(events: readonly RunEvent[], now: SessionState['players']): string[] {
  const started = events.find((event) => event.type === 'run-started');
  if (!started) return [];
  const notices: string[] = [];
  for (const player of ['agent', 'environment'] as const) {
    const then = started[player];
    if (then.weightsHash !== now[player].weightsHash) {
      throw new Error(
        `This run started from the ${player} model ${then.name} with weights ${then.weightsHash.slice(0, 12)}…, ` +
          `but that folder now holds ${now[player].weightsHash.slice(0, 12)}…. ` +
          'Put the original files back, or start a new run.',
      );
    }
    if (then.runtime !== now[player].runtime) {
      notices.push(
        `The ${player} of this run began on ${then.runtime} and goes on on ${now[player].runtime}: ` +
          'from here on its numbers may differ in the last digits.',
      );
    }
  }
  return notices;
}

/** Puts the weights of the last finished epoch into the players. */
export async function restoreWeights(
  store: RunStore<RunEvent>,
  { agent, environment }: Players,
  record: RunRecord,
  last: RunEvent | undefined,
): Promise<void> {
  if (!last) return;
  // What is stored ends with a finished epoch.
  const checkpoint = await store.checkpoint(record.id, (last as EpochEnded).epoch);
  if (!checkpoint) {
    throw new Error(
      `The weights of run "${record.name}" after its last epoch are not stored, so it can be looked at but not continued. ` +
        'Start a new run with its settings.',
    );
  }
  await Promise.all([agent.restore(checkpoint.agent), environment.restore(checkpoint.environment)]);
}
