/** @file Makes small artificial runs for tests of storage. */
import type { EpochCommit, EventFormat } from '../run-store.ts';

export type TestEvent =
  | { type: 'scored'; epoch: number; rewards: number[] }
  | { type: 'pools-updated'; epoch: number; train: { text: string }[]; environment: { context: string }[] }
  | { type: 'epoch-ended'; epoch: number };

/** Makes the events of an epoch. Its rewards need full precision, so that a store that loses digits fails the test. */
export const epochEvents = (epoch: number): TestEvent[] => [
  { type: 'scored', epoch, rewards: [Math.fround(0.1), 1 / 3, -1e-300] },
  {
    type: 'pools-updated',
    epoch,
    train: [{ text: `task ${epoch}.0` }, { text: `task ${epoch}.1` }],
    environment: [{ context: `context ${epoch}` }],
  },
  { type: 'epoch-ended', epoch },
];

export function commitOf(runId: string, epoch: number): EpochCommit<TestEvent> {
  const bytes = (n: number): Uint8Array<ArrayBuffer> => Uint8Array.from([n, epoch, 255, 0]);
  return {
    runId,
    firstSequence: 3 * epoch,
    events: epochEvents(epoch),
    checkpoint: {
      epoch,
      agent: { weights: bytes(1), optimizer: bytes(2) },
      environment: { weights: bytes(3), optimizer: bytes(4) },
    },
  };
}

const part = { family: 'doors', source: 'environment', level: 1, success: 0.5 };

/** Format of the test events. Each text and context in `pools-updated` is a pool entry. */
export const testFormat: EventFormat<TestEvent> = {
  upgrade: (event) => event as TestEvent,
  outline: (event) => (event.type === 'scored' ? { ...event, rewards: [] } : event),
  poolEntries(epoch) {
    const added = epoch.filter((event) => event.type === 'pools-updated');
    return {
      train: added.flatMap((event) =>
        event.train.map(({ text }) => ({ ...part, epoch: event.epoch, text, key: [], traces: [] })),
      ),
      environment: added.flatMap((event) =>
        event.environment.map(({ context }) => {
          const learned = { context, contextIds: [1], writtenIds: [2], weight: 1 };
          return { ...part, epoch: event.epoch, text: '', ...learned };
        }),
      ),
    };
  },
};
