/**
 * @file How different the tasks are that an agent attempts: different tasks, different goals, and the share of levels that
 * occur, over a window of epochs, because one epoch is too few tasks to cover ten levels. Self-play is said to lack it: an
 * environment may find one task of the right difficulty and write it again and again.
 *
 * All attempted tasks count, also those of an arm that learns from a part of them. Counts grow with the number of tasks
 * attempted, so arms are compared with their attempts beside them (`attempted`).
 */
import { attemptedDigest } from '../genenv/attempted-digest.ts';
import type { EpochEnded, TaskDigest, TasksWritten } from '../genenv/events.ts';

/** Epochs of the window; fewer at the beginning of a run. */
export const DIVERSITY_WINDOW = 10;

export interface Diversity {
  /** Different task texts, and different goals in them. */
  tasks: number;
  goals: number;
  /** The share of the levels of all families that occur, 0…1. */
  levelCoverage: number;
}

interface EpochTasks {
  digest: readonly TaskDigest[];
  /** Share of attempted tasks by level, by family. */
  levels: EpochEnded['levels'];
}

/** Folds the epochs of a run; holds no more than a window of them. */
export class DiversityFold {
  private readonly window: EpochTasks[] = [];

  /**
   * The diversity of the window that ends with this epoch; null where the log says too little of an epoch in it, as outlines
   * do that an earlier program stored.
   */
  add(written: TasksWritten | undefined, { levels }: EpochEnded): Diversity | null {
    const digest = written?.attempted ?? attemptedDigest(written?.texts ?? []);
    this.window.push({ digest, levels });
    if (this.window.length > DIVERSITY_WINDOW) this.window.shift();
    if (this.window.some((epoch) => epoch.digest.length === 0 && occurring(epoch).size > 0)) return null;
    const digests = this.window.flatMap((epoch) => epoch.digest);
    const occurred = new Set(this.window.flatMap((epoch) => [...occurring(epoch)]));
    const all = Object.values(levels).reduce((sum, shares) => sum + shares.length, 0);
    return {
      tasks: new Set(digests.map(({ text }) => text)).size,
      goals: new Set(digests.flatMap(({ goals }) => goals)).size,
      levelCoverage: occurred.size / (all || 1),
    };
  }
}

/** The levels that occur in an epoch, named by family and level. */
const occurring = ({ levels }: Pick<EpochTasks, 'levels'>): Set<string> =>
  new Set(
    Object.entries(levels).flatMap(([family, shares]) =>
      shares.flatMap((share, i) => (share > 0 ? [`${family} ${i + 1}`] : [])),
    ),
  );
