/** @file Why a text is not a task of a set, and why an answer has its score. */
import type { Rule } from './task-set.ts';

export type GivenReason =
  | { code: 'tasks/empty-text' }
  | { code: 'tasks/too-long'; length: number; most: number }
  /** No prompt or answer of the set has it. */
  | { code: 'tasks/unknown-word'; word: string }
  /** The text is none of the given tasks: nobody knows its answer. */
  | { code: 'tasks/no-given-answer' }
  | { code: 'tasks/solved' }
  | { code: 'tasks/no-answer'; rule: Rule }
  | { code: 'tasks/wrong-answer'; right: string };
