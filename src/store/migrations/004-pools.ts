/**
 * @file Version 4: the pools become D_train and D_env, entries that can be read, filtered and sorted without the log.
 * Earlier versions wrote pool entries but never read them, so this step makes all entries from the events.
 */
import type { Migration } from './migration.ts';

/** The fields of version 3's events from which the entries are made. */
interface TaskText {
  index: number;
  family: string;
  source: string;
  context: string;
  written: { ids: number[] } | null;
  text: string;
  level: number;
  used: boolean;
}
interface TrainEntry {
  epoch: number;
  family: string;
  source: string;
  text: string;
  level: number;
  turns: string[];
  reward: number;
}
interface EnvironmentEntry {
  epoch: number;
  family: string;
  context: string;
  contextIds: number[];
  writtenIds: number[];
  successRate: number;
  weight: number;
}
type Event =
  | { type: 'tasks-written'; texts: TaskText[] }
  | { type: 'rolled-out'; rollouts: { task: number; finish: string; turns: string[] }[] }
  | { type: 'scored'; rollouts: { wellFormed: boolean; reward: number }[]; tasks: ScoredTask[] }
  | { type: 'pools-updated'; train: TrainEntry[]; environment: EnvironmentEntry[] }
  | { type: 'epoch-ended' };
interface ScoredTask {
  task: number;
  count: { k: number; n: number };
}

const INDEXES = ['epoch', 'family', 'source', 'level', 'success'];

export const pools: Migration = async (database, transaction) => {
  transaction.objectStore('events').createIndex('type', 'type');
  const [train, environment] = ['trainPool', 'environmentPool'].map((name) => {
    database.deleteObjectStore(name);
    const store = database.createObjectStore(name, { keyPath: ['run', 'position'] });
    for (const field of INDEXES) store.createIndex(field, ['run', field]);
    return store;
  });

  let run = '';
  let epoch: Event[] = [];
  const positions = { train: 0, environment: 0 };
  let cursor = await transaction.objectStore('events').openCursor();
  while (cursor) {
    const [owner] = cursor.key as [string, number];
    if (owner !== run) {
      run = owner;
      epoch = [];
      Object.assign(positions, { train: 0, environment: 0 });
    }
    const event = cursor.value as Event;
    epoch.push(event);
    if (event.type === 'epoch-ended') {
      const { train: traces, environment: pairs } = entriesOf(epoch);
      for (const entry of traces) await train.add({ ...entry, run, position: positions.train++ });
      for (const entry of pairs) await environment.add({ ...entry, run, position: positions.environment++ });
      epoch = [];
    }
    cursor = await cursor.continue();
  }
};

/** The rules of version 4, kept here as they were: a released migration never changes. */
function entriesOf(epoch: readonly Event[]) {
  const find = <Type extends Event['type']>(type: Type) =>
    epoch.find((event) => event.type === type) as Extract<Event, { type: Type }> | undefined;
  const texts = find('tasks-written')?.texts ?? [];
  const rollouts = find('rolled-out')?.rollouts ?? [];
  const scored = find('scored');
  const added = find('pools-updated');

  const train = (added?.train ?? []).map((entry) => {
    const attempted = texts.find(
      ({ index, used, family, text }) =>
        used &&
        family === entry.family &&
        text === entry.text &&
        rollouts.some(
          ({ task, finish }, i) => task === index && finish === 'stop' && scored?.rollouts[i]?.wellFormed === true,
        ),
    );
    const count = scored?.tasks.find(({ task }) => task === attempted?.index)?.count;
    const { family, source, level, text, turns, reward } = entry;
    const success = count && count.n > 0 ? count.k / count.n : 0;
    return { epoch: entry.epoch, family, source, level, success, text, turns, reward };
  });

  const environment = (added?.environment ?? []).map((entry) => {
    const { family, context, contextIds, writtenIds, successRate, weight } = entry;
    const written = texts.find(
      (text) =>
        text.family === family &&
        text.context === context &&
        text.written?.ids.length === writtenIds.length &&
        text.written.ids.every((id, i) => id === writtenIds[i]),
    );
    const { level = 0, text = '' } = written ?? {};
    const source = 'environment';
    return {
      epoch: entry.epoch,
      family,
      source,
      level,
      success: successRate,
      text,
      context,
      contextIds,
      writtenIds,
      weight,
    };
  });
  return { train, environment };
}
