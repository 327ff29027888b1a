/** @file Words of the page of pools: D_train and D_env. */
import type { PoolField, PoolName } from '../../store/pool-contract.ts';

const pool: Record<PoolName, string> = { train: 'D_train', environment: 'D_env' };

const about: Record<PoolName, string> = {
  train:
    'Every valid trace: the agent’s valid answers, an entry for each task and epoch in which it gave some. What an epoch draws from the history comes from here.',
  environment:
    'Tasks the environment model wrote that passed the difficulty filter. The environment model learns from those of the last epochs.',
};

const shown = (matching: string, all: string, [one, several]: [string, string]): string =>
  `${matching === all ? all : `${matching} of ${all}`} ${all === '1' ? one : several}`;

const column: Record<PoolField | 'text', string> = {
  epoch: 'Epoch',
  family: 'Family',
  source: 'Source',
  level: 'Level',
  success: 'Success',
  text: 'Task',
};

/** Short, for the column of a table; `sources` in loop.ts has the full phrases. */
const source: Record<string, string> = {
  environment: 'environment',
  base: 'base data',
  static: 'static',
  offline: 'offline',
  replay: 'replay',
};

export const pools = {
  title: 'Pools',
  choose: { run: 'Run', pool: 'Pool' },
  pool,
  about,
  column,
  source,
  table: (name: string) => `Entries of ${name}`,
  page: {
    label: 'Pages of the table',
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    last: 'Last',
    of: (page: string, pages: string) => `Page ${page} of ${pages}`,
  },
  filters: {
    label: 'Filters',
    text: 'Search in the task',
    family: 'Family',
    source: 'Source',
    any: 'any',
    level: 'Level',
    epoch: 'Epoch',
    success: 'Success',
    from: (field: string) => `${field} from`,
    to: (field: string) => `${field} to`,
    clear: 'Clear filters',
  },
  sort: (field: string) => `Sort by ${field.toLowerCase()}`,
  count: {
    train: (matching: string, all: string) => shown(matching, all, ['entry', 'entries']),
    environment: (matching: string, all: string) => shown(matching, all, ['kept task', 'kept tasks']),
  },
  reading: 'Reading…',
  noRun: 'No run is stored yet. Start one, or import a file on the page “Runs”.',
  empty: 'This pool is empty: no finished epoch has added an entry.',
  noMatch: 'No entry matches these filters.',
  openEpoch: (epoch: string) => `Show epoch ${epoch} on the Run page`,
  busy: 'Pause the open run to look at another one.',
  select: 'Choose an entry to read the whole of it.',
  entry: {
    title: (position: string) => `Entry ${position}`,
    text: 'Task',
    context: 'What the environment model read',
    key: 'A right answer (oracle)',
    traces: (count: string) => `Valid traces: ${count}`,
    reward: (reward: string, advantage: string) => `reward ${reward}, advantage ${advantage}`,
    noTurns: 'empty',
    weight: 'Regression weight',
    success: {
      train: 'Share of all answers in this epoch that succeeded',
      environment: 'Success rate p̂, as the filter judged it',
    } satisfies Record<PoolName, string>,
  },
  export: {
    all: 'Save all as JSON lines',
    matching: 'Save matches as JSON lines',
  },
} as const;
