/** @file Tasks that a person can play: those that the agent attempted in an epoch, or some from the family's generator. */
import type { EpochView } from '../../../analysis/run-view.ts';
import { tasksOf } from '../../../analysis/run-view.ts';
import type { SuccessCount } from '../../../curriculum/success.ts';
import { RandomStream } from '../../../random/random-stream.ts';
import type { Family } from '../../../tasks/family.ts';

export interface PlayableTask {
  text: string;
  level: number;
  /** What the agent reached on it; null where it never tried. */
  agent: SuccessCount | null;
}

/** Random numbers that no run uses: no stream of random/streams.ts. */
const PLAY_STREAM = 0x9f11;
const SAMPLED_PER_LEVEL = 2;

/** The tasks of this family that were scored in the epoch, easiest first; without any, tasks of every level. */
export function playableTasks(family: Family, epoch: EpochView | undefined): PlayableTask[] {
  const attempted = (epoch ? tasksOf(epoch) : []).flatMap(({ text, scored }) =>
    text.family === family.name && scored ? [{ text: text.text, level: text.level, agent: scored.count }] : [],
  );
  if (attempted.length > 0) return attempted.sort((a, b) => a.level - b.level);
  return Array.from({ length: family.levels * SAMPLED_PER_LEVEL }, (_, i) => {
    const level = 1 + Math.floor(i / SAMPLED_PER_LEVEL);
    return { text: family.sampleTask(level, new RandomStream(0, PLAY_STREAM, i)), level, agent: null };
  });
}
