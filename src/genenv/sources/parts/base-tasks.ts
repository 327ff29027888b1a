/**
 * @file Base data: tasks from the true generator, none of them from the texts kept for evaluation. They depend only on
 * the settings, so they are not stored.
 */
import { randomStream } from '../../../random/streams.ts';
import { baseTasks } from '../../../tasks/data.ts';
import type { Family } from '../../../tasks/family.ts';
import type { Candidate } from '../../stages/candidate.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EpochRequest } from '../arm.ts';
import { drawFrom } from './draws.ts';
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
