/**
 * @file A task text of an epoch with the data that only the running loop needs. The stages pass candidates to each other.
 */
import type { Family } from '../../tasks/family.ts';
import type { TaskText } from '../log/events.ts';
import type { TaskEvents } from '../log/task-events.ts';

export interface Candidate extends TaskText {
  /** The family itself, whose name is `family`. */
  world: Family;
  /** The parsed task; null if the text cannot be attempted. */
  task: unknown;
  /** The context that the environment read before it wrote; empty if it wrote nothing. */
  contextIds: number[];
  /** What the environment would have to read and write for a task that it did not write, where it learns from it. */
  lesson?: { context: string; contextIds: number[]; writtenIds: number[] };
}

/** What is found out about a text before it is attempted. `task`: as parsed, null where it is none. */
export type Inspection = Pick<TaskText, 'verdict' | 'reason' | 'level' | 'oracleLength' | 'prompt'> & {
  task: unknown;
  key?: TaskText['key'];
};

/** A candidate that was attempted, with what the events say of it. */
export type AttemptedTask = Candidate & TaskEvents;

/** The part of it that the log holds. */
export const textOf = ({ world, task, contextIds, lesson, ...text }: Candidate): TaskText => text;
