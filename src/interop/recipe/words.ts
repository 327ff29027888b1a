/** @file What a recipe tells a person: codes and numbers, and the words a language has for them. */
import type { Settings } from '../../genenv/settings/settings.ts';

export type Engine = 'verl' | 'TRL';

/** What an engine does otherwise than this program. */
export type Difference =
  | { code: 'tasks-fixed' }
  | { code: 'uniform-groups-in-batch' }
  | { code: 'temperature-raised' }
  /** Advantages are divided by the standard deviation with ddof 1. */
  | { code: 'sample-deviation'; engine: Engine }
  | { code: 'adam-betas-left-out'; beta1: number; beta2: number }
  | { code: 'one-minibatch'; rollouts: number; minibatches: number }
  | { code: 'entropy-bonus-left-out'; weight: number };

/** What is missing from a recipe. */
export type RecipeNote =
  /** Titles of the families whose tasks are played in several turns. */
  | { code: 'multi-turn-left-out'; families: string[] }
  | { code: 'no-tasks' }
  | { code: 'few-tasks'; tasks: number; batch: number };

export interface RecipeReadme {
  settings: Settings;
  /** Rows of each data set. */
  counts: { train: number; heldOut: number; environment: number };
  notes: readonly RecipeNote[];
  differences: Record<Engine, readonly Difference[]>;
}

export interface RecipeWords {
  note(note: RecipeNote): string;
  difference(difference: Difference): string;
  /** README.md of the recipe. */
  readme(of: RecipeReadme): string;
}
