/** @file Tasks that a person can play: those that the agent attempted in an epoch, or fixed ones of the family. */
import { type EpochView, tasksOf } from '../../../analysis/run-view.ts';
import type { SuccessCount } from '../../../curriculum/environment-reward.ts';
import type { Family } from '../../../tasks/family.ts';

export interface PlayableTask {
  text: string;
  level: number;
  /** The agent's success on it; null if it never tried. */
  agent: SuccessCount | null;
}

const FIXED_PER_LEVEL = 2;

/** The tasks of this family that were scored in the epoch, easiest first; without any, fixed tasks of every level. */
export function playableTasks(family: Family, epoch: EpochView | undefined): PlayableTask[] {
  const attempted = (epoch ? tasksOf(epoch) : []).flatMap(({ family: name, text, level, scored }) =>
    name === family.name && scored ? [{ text, level, agent: scored.count }] : [],
  );
  if (attempted.length > 0) return attempted.sort((a, b) => a.level - b.level);
  return Array.from({ length: family.levels }, (_, i) => i + 1).flatMap((level) =>
    family.heldOut('development', level, FIXED_PER_LEVEL).map((text) => ({ text, level, agent: null })),
  );
}
