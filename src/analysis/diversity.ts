/**
 * @file Measures the diversity of the tasks that an agent attempts: different tasks, different goals, and the share of
 * levels that occur, over a window of epochs, because one epoch is too few tasks to cover ten levels. Self-play is said
 * to lack it: an environment may find one task of the right difficulty and write it again and again.
 *
 * All attempted tasks count, also those of an arm that learns from a part of them. Counts grow with the number of tasks
 * attempted, so arms are compared with their attempts beside them (`attempted`).
 */
import { attemptedDigest, unpackHashes } from '../genenv/log/outline-event.ts';
import type { EpochEnded, TasksWritten } from '../genenv/log/events.ts';

/** A window has this many epochs, or fewer at the beginning of a run. */
export const DIVERSITY_WINDOW = 10;

export interface Diversity {
  tasks: number;
  goals: number;
  /** The share of the levels of all families that occur, 0…1. */
  levelCoverage: number;
}

interface EpochTasks {
  texts: readonly string[];
  goals: readonly string[];
  /** Each is named by family and level. */
  levels: readonly string[];
  /** True if the log says too little of its tasks. */
  unknown: boolean;
}

/** Counts things in a window; those that no longer occur are forgotten. */
class Occurrences {
  private readonly counts = new Map<string, number>();

  get different(): number {
    return this.counts.size;
  }

  add(things: readonly string[]): void {
    for (const thing of things) this.counts.set(thing, (this.counts.get(thing) ?? 0) + 1);
  }

  remove(things: readonly string[]): void {
    for (const thing of things) {
      const count = this.counts.get(thing)! - 1;
      if (count === 0) this.counts.delete(thing);
      else this.counts.set(thing, count);
    }
  }
}

/** Folds the epochs of a run, each in constant time; holds no more than a window of them. */
export class DiversityFold {
  private readonly window: EpochTasks[] = [];
  private readonly texts = new Occurrences();
  private readonly goals = new Occurrences();
  private readonly levels = new Occurrences();
  private unknown = 0;

  /** Returns the diversity of the window that ends with this epoch, or null if the log lacks some of its tasks. */
  add(written: TasksWritten | undefined, ended: EpochEnded): Diversity | null {
    const digest = written?.attempted ?? attemptedDigest(written?.texts ?? []);
    const levels = occurringLevels(ended);
    const epoch: EpochTasks = {
      texts: unpackHashes(digest.texts),
      goals: unpackHashes(digest.goals),
      levels,
      unknown: digest.texts === '' && levels.length > 0,
    };
    this.window.push(epoch);
    this.count(epoch, 'add');
    if (this.window.length > DIVERSITY_WINDOW) this.count(this.window.shift()!, 'remove');
    if (this.unknown > 0) return null;
    const all = Object.values(ended.levels).reduce((sum, shares) => sum + shares.length, 0);
    return {
      tasks: this.texts.different,
      goals: this.goals.different,
      levelCoverage: this.levels.different / (all || 1),
    };
  }

  private count({ texts, goals, levels, unknown }: EpochTasks, change: 'add' | 'remove'): void {
    this.texts[change](texts);
    this.goals[change](goals);
    this.levels[change](levels);
    if (unknown) this.unknown += change === 'add' ? 1 : -1;
  }
}

/** The levels that occur in an epoch, by their shares of its attempted tasks. */
const occurringLevels = ({ levels }: Pick<EpochEnded, 'levels'>): string[] =>
  Object.entries(levels).flatMap(([family, shares]) =>
    shares.flatMap((share, i) => (share > 0 ? [`${family} ${i + 1}`] : [])),
  );
