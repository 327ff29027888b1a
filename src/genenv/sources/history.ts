/**
 * @file Draws old tasks from D_train for the agent to attempt anew. They make up the share `replayShare` of the
 * epoch's batch. D_train stays in the store, and only entries at drawn positions are read.
 *
 * Eight different positions are drawn per entry wanted. All positions are equally likely, so a task attempted often is
 * drawn more often. The epoch takes the first entries with different texts.
 */
import type { TrainPool, TrainPoolEntry } from '../../store/pool-contract.ts';
import type { Family } from '../../tasks/family.ts';
import { taskKey } from '../pools.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { Candidate } from '../stages/inspect-task.ts';
import type { EpochRequest } from './arm.ts';
import { baseTaskCount, type DrawRequest, drawStream, knownTask } from './epoch-tasks.ts';

const CANDIDATES_PER_TASK = 8;

type Shares = Pick<Settings, 'tasksPerEpoch' | 'baseShare' | 'replayShare'>;

/** Returns the number of tasks that an epoch wants from D_train. */
const historyTaskCount = (settings: Shares): number =>
  Math.min(settings.tasksPerEpoch - baseTaskCount(settings), Math.round(settings.replayShare * settings.tasksPerEpoch));

/**
 * Returns the positions in D_train that the epoch chooses from, in the order drawn. There are eight per task wanted, or
 * fewer if D_train is smaller.
 * @param size number of entries in D_train
 */
export function candidatePositions(request: DrawRequest & { settings: Shares }, size: number): number[] {
  const random = drawStream(request, 'history');
  const count = CANDIDATES_PER_TASK * historyTaskCount(request.settings);
  if (size <= 2 * count) return random.shuffle(Array.from({ length: size }, (_, position) => position)).slice(0, count);
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(random.integer(size));
  return [...drawn];
}

/** Returns the entries that the epoch takes, all with different texts. There may be fewer than wanted. */
export function chooseHistory<Entry extends Pick<TrainPoolEntry, 'family' | 'text'>>(
  settings: Shares,
  candidates: readonly Entry[],
): Entry[] {
  const different = new Map<string, Entry>();
  for (const entry of candidates) if (!different.has(taskKey(entry))) different.set(taskKey(entry), entry);
  return [...different.values()].slice(0, historyTaskCount(settings));
}

export async function drawHistory(
  request: DrawRequest & { settings: Settings },
  train: TrainPool,
): Promise<EpochRequest['history']> {
  if (historyTaskCount(request.settings) === 0) return [];
  const positions = candidatePositions(request, await train.size());
  return chooseHistory(request.settings, await train.read(positions));
}

type KnownTaskRequest = Pick<EpochRequest, 'families' | 'tokenizer'>;

export const attemptedAnew = (
  request: KnownTaskRequest,
  tasks: readonly { family: string; text: string; position?: number; key?: readonly string[] }[],
): Candidate[] =>
  tasks.map(({ family, text, position, key }) =>
    knownTask(
      request,
      { family, text, source: 'replay', ...(position !== undefined && { trainPosition: position }) },
      key,
    ),
  );

/** Returns true if an old task is judged by its key in D_train, and false if it is judged by the oracle. */
const keepsKey = (
  families: readonly Family[],
  { answerKey }: Pick<Settings, 'answerKey'>,
  { family }: Pick<TrainPoolEntry, 'family'>,
): boolean => answerKey !== 'oracle' || families.some(({ name, given }) => given && name === family);

/** Returns the drawn tasks as candidates, to be attempted anew. */
export const replays = ({ settings, history, ...request }: EpochRequest): Candidate[] =>
  attemptedAnew(
    request,
    history.map(({ key, ...entry }) => (keepsKey(request.families, settings, entry) ? { ...entry, key } : entry)),
  );
