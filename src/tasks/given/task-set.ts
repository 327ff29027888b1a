/**
 * @file Declares tasks as data: prompts with their answers, from a user's file. One family reads them
 * (given-family.ts).
 */
import { textHash } from '../text.ts';

/** A rule compares an answer with the right answer (rules.ts). */
export const RULES = ['exact', 'number', 'set', 'token-f1', 'json', 'worked'] as const;
export type Rule = (typeof RULES)[number];

/**
 * Models read texts in one of two forms. With `words`, each word is a token, and single spaces separate words. With
 * `text`, any text is a conversation. Its tokens are bytes and byte pairs, or come from a checkpoint's tokenizer.
 */
export const FORMS = ['words', 'text'] as const;
export type Form = (typeof FORMS)[number];

export const SPLITS = ['training', 'development', 'held-out'] as const;
export type GivenSplit = (typeof SPLITS)[number];

export interface GivenTask {
  readonly prompt: string;
  readonly answer: string;
  /** Counts from 1; default: by length (places.ts). */
  readonly level?: number;
  /** Default: places.ts sets some tasks apart. */
  readonly split?: GivenSplit;
}

export interface TaskSet {
  /** States the version of the format. */
  readonly tasks: 1;
  /** The title is only for the user; no task contains it. */
  readonly name: string;
  readonly rule: Rule;
  readonly form: Form;
  readonly given: readonly GivenTask[];
}

const names = new WeakMap<TaskSet, string>();

/** Returns the family's name: the hash of the tasks, so that one name never means two sets. */
export function taskSetName(set: TaskSet): string {
  const known = names.get(set);
  if (known !== undefined) return known;
  const name = `tasks-${textHash(JSON.stringify(set)).toString(16).padStart(8, '0')}`;
  names.set(set, name);
  return name;
}

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
