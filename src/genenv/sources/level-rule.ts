/**
 * @file The arm level-rule, a curriculum by rule: tasks come from the true generator at one level per family, which goes
 * up if the agent succeeds on more than 70% of an epoch's rollouts, and down if on less than 30% (as in Reasoning Gym,
 * Stojanovski et al. 2025, arXiv 2505.24760). The rule knows what GenEnv's environment has to find out: what a level is,
 * and how to write a task of that level.
 */
import { z } from 'zod';
import { ownValue } from '../../common/plain-json.ts';
import { trainingTask } from '../../tasks/data.ts';
import type { Family } from '../../tasks/family.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import { successRate } from '../../curriculum/success.ts';
import { countsByFamily } from '../stages/score-rollouts.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { fromBaseData } from './parts/base-tasks.ts';
import { drawStream } from './parts/draws.ts';
import { replays } from './parts/history.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';

const UP = 0.7;
const DOWN = 0.3;
const FIRST_LEVEL = 1;

/** The level of each family. */
type Levels = Readonly<Record<string, number>>;

const levelOf = (levels: Levels, { name }: Pick<Family, 'name'>): number => ownValue(levels, name) ?? FIRST_LEVEL;

/** `count` new tasks at the current levels of the families, which take turns. */
function tasksAtLevels(request: EpochRequest, levels: Levels, count: number) {
  const { families, epoch } = request;
  const random = drawStream(request, 'levelRule');
  return Array.from({ length: count }, (_, i) => {
    const family = families[(i + epoch) % families.length];
    const text = trainingTask(family, levelOf(levels, family), random);
    return knownTask(request, { family: family.name, text, source: 'base' });
  });
}

/** The families' levels after an epoch. */
function nextLevels(levels: Levels, { families, tasks }: AttemptedTasks): Levels {
  const counts = countsByFamily(families, tasks);
  return Object.fromEntries(
    families.map((family) => {
      const level = levelOf(levels, family);
      const own = counts[family.name];
      if (own.n === 0) return [family.name, level];
      const step = successRate(own) > UP ? 1 : successRate(own) < DOWN ? -1 : 0;
      return [family.name, Math.min(family.levels, Math.max(FIRST_LEVEL, level + step))];
    }),
  );
}

export const levelRule: Arm<Levels> = {
  ...alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request, levels) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base), ...tasksAtLevels(request, levels, fresh), ...replays(request)]);
  },
  state: { schema: z.record(z.string(), z.int().min(FIRST_LEVEL)), first: {}, after: nextLevels },
};
