/**
 * @file Base data: tasks from the true generator, none of them from the texts kept for evaluation. A function of the
 * settings alone, so nobody has to keep it.
 */
import { baseTasks } from '../../tasks/data.ts';
import type { Family } from '../../tasks/family.ts';
import { randomStream } from '../../random/streams.ts';
import type { Settings } from '../settings/settings.ts';

export interface BaseTask {
  family: string;
  text: string;
}

/** `basePool` tasks, the families sharing them as equally as can be. */
export function baseData(
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
