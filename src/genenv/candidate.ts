/**
 * @file A task text of an epoch, with what only this process needs of it: what the stages hand to each other.
 */
import type { Family } from '../tasks/family.ts';
import type { TaskText } from './events.ts';

export interface Candidate {
  text: TaskText;
  family: Family;
  /** The parsed task; null where the text is not one that can be attempted. */
  task: unknown;
  /** What the environment read before it wrote; empty where it wrote nothing. */
  contextIds: number[];
}
