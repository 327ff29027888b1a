/**
 * @file Draws an epoch's tasks from base data or a fixed set, and computes the number of tasks from each source.
 */
import { CodedError } from '../../common/coded-error.ts';
import { groupBy } from '../../common/mean.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import { randomStream } from '../../random/streams.ts';
import { baseTasks } from '../../tasks/data.ts';
import { type Family, promptForm } from '../../tasks/family.ts';
import type { TaskText } from '../log/events.ts';
import type { Settings } from '../settings/settings-table.ts';
import { type Candidate, knownCandidate } from '../stages/inspect-task.ts';
import type { WrittenTasks } from '../stages/write-tasks.ts';
import type { EpochRequest } from './arm.ts';

export interface DrawRequest {
  settings: Pick<Settings, 'seed'>;
  epoch: number;
}

/** Random streams of an epoch's draws. Never change or reuse a number, because equal seeds must give equal runs. */
export const draws = {
  baseData: 1,
  static: 3,
  offline: 4,
  levelRule: 5,
  moppsCandidates: 6,
  moppsPosteriors: 7,
  history: 8,
  baseSamples: 10,
  sec: 11,
  promptCandidates: 13,
} as const;

export type DrawName = keyof typeof draws;

export const drawStream = ({ settings, epoch }: DrawRequest, draw: DrawName): RandomStream =>
  randomStream(settings.seed, 'mixture', epoch, draws[draw]);

/** Draws `count` items without replacement, or with replacement if there are too few. */
export function drawFrom<Item>(items: readonly Item[], count: number, request: DrawRequest, draw: DrawName): Item[] {
  const random = drawStream(request, draw);
  if (count <= items.length) return random.sample(items, count);
  return Array.from({ length: count }, () => random.choice(items));
}

export const baseTaskCount = ({ tasksPerEpoch, baseShare }: Pick<Settings, 'tasksPerEpoch' | 'baseShare'>): number =>
  Math.min(tasksPerEpoch, Math.round(baseShare * tasksPerEpoch));

/** Returns the numbers of tasks from base data and of new (`fresh`) tasks. All other tasks are from `history`. */
export function mixture({
  settings,
  history,
}: {
  settings: Pick<Settings, 'tasksPerEpoch' | 'baseShare'>;
  history: { readonly length: number };
}): { base: number; fresh: number } {
  const base = baseTaskCount(settings);
  return { base, fresh: Math.max(0, settings.tasksPerEpoch - base - history.length) };
}

/** Makes a candidate from a known text and any key written with the text. `numbered` sets index and batch. */
export function knownTask(
  { families, tokenizer }: Pick<EpochRequest, 'families' | 'tokenizer'>,
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
  key?: readonly string[],
): Candidate {
  const family = families.find(({ name }) => name === known.family);
  if (!family) throw new CodedError('task-of-other-family', { family: known.family });
  return knownCandidate(family, known, promptForm(tokenizer.chat), key);
}

const nothingWritten = (): WrittenTasks => ({ candidates: [], tokens: 0, flops: 0 });

/** Appends known tasks to those written in this epoch, and continues the indices. Each known task is its own batch. */
export function numbered(known: readonly Candidate[], written: WrittenTasks = nothingWritten()): WrittenTasks {
  const { candidates } = written;
  let batch = Math.max(-1, ...candidates.map((candidate) => candidate.batch));
  for (const candidate of known)
    candidates.push(Object.assign(candidate, { index: candidates.length, batch: ++batch }));
  return written;
}

/**
 * Task of base data, from the family's own generator, which leaves out texts kept for evaluation. Base data depends
 * only on the settings, so it is not stored.
 */
export interface BaseTask {
  family: string;
  text: string;
}

/** Generates the base data: `basePool` tasks, divided among the families as equally as possible. */
export function baseSet(
  families: readonly Family[],
  settings: Pick<Settings, 'seed' | 'basePool' | 'baseLevels'>,
): BaseTask[] {
  const upTo = (i: number) => Math.floor((i * settings.basePool) / families.length);
  return families.flatMap((family, i) =>
    baseTasks(family, settings.baseLevels, upTo(i + 1) - upTo(i), randomStream(settings.seed, 'baseData', 0, i)).map(
      (text) => ({ family: family.name, text }),
    ),
  );
}

/**
 * Returns each family's base samples for contexts. Returns undefined if the setting `taskContext` is `seed`.
 * @param order random stream that shuffles the samples; default: the order of the data
 */
export function baseSamples(
  { families, settings }: Pick<EpochRequest, 'families' | 'settings'>,
  order?: RandomStream,
): string[][] | undefined {
  if (settings.taskContext === 'seed') return undefined;
  const byFamily = groupBy(baseSet(families, settings), ({ family }) => family);
  return families.map(({ name }) => {
    const texts = (byFamily.get(name) ?? []).map(({ text }) => text);
    return order ? order.shuffle(texts) : texts;
  });
}

export const samplesOfEpoch = (
  request: Pick<EpochRequest, 'families' | 'settings' | 'epoch'>,
): string[][] | undefined => baseSamples(request, drawStream(request, 'baseSamples'));

const CANDIDATES_PER_TASK = 8;

/** Draws candidates from which `count` base tasks are chosen: eight per task, or all base data if there are fewer. */
export function baseCandidates(
  request: Pick<EpochRequest, 'families' | 'settings' | 'epoch'>,
  count: number,
  draw: DrawName,
): BaseTask[] {
  if (count === 0) return [];
  const data = baseSet(request.families, request.settings);
  return drawFrom(data, Math.max(count, Math.min(data.length, CANDIDATES_PER_TASK * count)), request, draw);
}

export function fromBaseData(
  request: Pick<EpochRequest, 'families' | 'settings' | 'tokenizer' | 'epoch'>,
  count: number,
): Candidate[] {
  if (count === 0) return [];
  const { families, settings } = request;
  return drawFrom(baseSet(families, settings), count, request, 'baseData').map((task) =>
    knownTask(request, { ...task, source: 'base' }),
  );
}

/**
 * Chooses candidates by their predicted success.
 * @param rateOf predicts success of a candidate; called once per candidate, in order, so it may draw random numbers
 * @returns the `count` candidates nearest to `target`, nearest first; equally near candidates keep their order
 */
export const nearestTarget = <Task>(
  candidates: readonly Task[],
  rateOf: (task: Task) => number,
  target: number,
  count: number,
): Task[] =>
  candidates
    .map((task, place) => ({ task, place, distance: Math.abs(rateOf(task) - target) }))
    .sort((a, b) => a.distance - b.distance || a.place - b.place)
    .slice(0, count)
    .map(({ task }) => task);
