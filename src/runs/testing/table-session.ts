/** @file Makes sessions for tests, with tables instead of language models, and runs them. */
import { expect } from 'vitest';
import type { Players } from '../../genenv/coevolve.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';
import type { RunStore } from '../../store/run-store.ts';
import { allEvents } from '../../store/testing/all-events.ts';
import { ProcessRunLocks } from '../../store/testing/process-run-locks.ts';
import type { SessionParts } from '../open-run.ts';
import type { Session } from '../session.ts';

export interface Tables {
  tokenizer: Tokenizer;
  players: () => Players;
}

export const tableParts = (store: RunStore<RunEvent>, { tokenizer, players }: Tables): SessionParts => ({
  store,
  locks: new ProcessRunLocks(),
  openModels: async () => ({ players: players(), tokenizer }),
  now: () => 0,
});

/** Runs at most `stages` stages of a session. */
export async function pull(session: Session, stages = Infinity): Promise<void> {
  for (let stage = 0; stage < stages && (await session.next()); stage += 1);
}

/** Runs a session to its end and returns the stored log. */
export async function finish(session: Session, store: RunStore<RunEvent>): Promise<RunEvent[]> {
  await pull(session);
  const events = await allEvents(store, session.runId);
  await session.dispose();
  return events;
}

/** Expects equal events from two equal one-epoch sessions, although `ask` runs before every stage of the first. */
export async function expectUndisturbed(asked: Session, other: Session, ask: () => Promise<unknown>): Promise<void> {
  for (let stage = 0; stage <= 9; stage += 1) {
    await ask();
    const event = await asked.next();
    expect(event).toEqual(await other.next());
    expect(event === null).toBe(stage === 9);
  }
}
