/** @file The texts of the round loop's folder: codes and numbers, and the words that a language has for them. */
import type { Settings } from '../../genenv/settings/settings.ts';

/** Something that is missing from the data sets of a run. */
export type RecipeNote =
  | { code: 'families-left-out'; families: string[] }
  | { code: 'no-tasks' }
  | { code: 'few-tasks'; tasks: number; batch: number };

export interface LoopReadme {
  settings: Settings;
  /** Rows of each data set; null where the folder is of no run. */
  rows: { train: number; heldOut: number; environment: number } | null;
  notes: readonly RecipeNote[];
}

export interface LoopWords {
  note(note: RecipeNote): string;
  /** README.md of the folder. */
  readme(of: LoopReadme): string;
}
