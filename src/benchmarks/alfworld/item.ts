/** @file Declares a game of ALFWorld as a benchmark's item. */
import type { BenchmarkItem } from '../benchmark.ts';
import type { TaskType } from './problem.ts';
import type { HouseholdFacts } from '../../tasks/families/household-errands/alfworld/facts.ts';

export interface AlfworldItem extends BenchmarkItem {
  type: TaskType;
  /** The name of the file or folder says it: `valid_unseen`, `valid_seen`, … */
  split: string;
  facts: HouseholdFacts;
}
