/** @file Declares tasks as data: prompts with answers, from a user's file. given-family.ts makes a family from them. */
import { textHash } from '../text.ts';

/** Names of the rules by which an answer is compared with the right answer (rules.ts). */
export const RULES = ['exact', 'number', 'set', 'token-f1', 'json', 'worked'] as const;
export type Rule = (typeof RULES)[number];

/**
 * Forms in which models read texts. With `words`, each word is a token, and single spaces separate words. With `text`,
 * models read conversations. Their tokens are bytes and byte pairs, or come from a checkpoint's tokenizer.
 */
export const FORMS = ['words', 'text'] as const;
export type Form = (typeof FORMS)[number];

export const SPLITS = ['training', 'development', 'held-out'] as const;
export type GivenSplit = (typeof SPLITS)[number];

export interface GivenTask {
  readonly prompt: string;
  readonly answer: string;
  /** Level, counted from 1. By default places.ts derives it from the lengths of the texts. */
  readonly level?: number;
  /** By default places.ts chooses the split. */
  readonly split?: GivenSplit;
}

export interface TaskSet {
  /** Version of the format. */
  readonly tasks: 1;
  /** Title that the user sees. Task texts do not contain the title. */
  readonly name: string;
  readonly rule: Rule;
  readonly form: Form;
  readonly given: readonly GivenTask[];
}

const names = new WeakMap<TaskSet, string>();

/** Returns the family's name, which contains a hash of the set so that each set has its own name. */
export function taskSetName(set: TaskSet): string {
  const known = names.get(set);
  if (known !== undefined) return known;
  const name = `tasks-${textHash(JSON.stringify(set)).toString(16).padStart(8, '0')}`;
  names.set(set, name);
  return name;
}
