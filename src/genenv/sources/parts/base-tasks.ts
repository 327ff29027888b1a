/**
 * @file Base data: tasks from the true generator, none of them from the texts kept for evaluation. They depend only on
 * the settings, so they are not stored.
 */
import { groupBy } from '../../../common/group-by.ts';
import type { RandomStream } from '../../../random/random-stream.ts';
import { randomStream } from '../../../random/streams.ts';
import { baseTasks } from '../../../tasks/data.ts';
import type { Family } from '../../../tasks/family.ts';
import type { Candidate } from '../../stages/candidate.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EpochRequest } from '../arm.ts';
import { drawFrom, drawStream } from './draws.ts';
import { knownTask } from './known-tasks.ts';

export interface BaseTask {
  family: string;
  text: string;
}

/** `basePool` tasks, divided among the families as equally as possible. */
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
 * The base samples that contexts tell, of each family as they come, or in an order of the epoch; undefined where the
 * settings ask for drawn seeds.
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

/** The base samples that the contexts of an epoch tell. */
export const samplesOfEpoch = (
  request: Pick<EpochRequest, 'families' | 'settings' | 'epoch'>,
): string[][] | undefined => baseSamples(request, drawStream(request, 'baseSamples'));

/** `count` tasks of the base data. */
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
