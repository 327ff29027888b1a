/** @file Declares tasks as data: prompts with answers, from a user's file. given-family.ts makes a family of them. */
import { textHash } from '../text.ts';

/** How an answer is compared with the right answer (rules.ts). */
export const RULES = ['exact', 'number', 'set', 'token-f1', 'json', 'worked'] as const;
export type Rule = (typeof RULES)[number];

/**
 * How models read texts. With `words`, each word is a token, and single spaces separate words. With `text`, any text is
 * a conversation, whose tokens are bytes and byte pairs or come from a checkpoint's tokenizer.
 */
export const FORMS = ['words', 'text'] as const;
export type Form = (typeof FORMS)[number];

export const SPLITS = ['training', 'development', 'held-out'] as const;
export type GivenSplit = (typeof SPLITS)[number];

export interface GivenTask {
  readonly prompt: string;
  readonly answer: string;
  /** From 1; default: by length (places.ts). */
  readonly level?: number;
  /** Default: chosen in places.ts. */
  readonly split?: GivenSplit;
}

export interface TaskSet {
  /** Version of the format. */
  readonly tasks: 1;
  /** Title for the user; no task contains it. */
  readonly name: string;
  readonly rule: Rule;
  readonly form: Form;
  readonly given: readonly GivenTask[];
}

const names = new WeakMap<TaskSet, string>();

/** Returns the family's name, a hash of the set, so that each set has its own name. */
export function taskSetName(set: TaskSet): string {
  const known = names.get(set);
  if (known !== undefined) return known;
  const name = `tasks-${textHash(JSON.stringify(set)).toString(16).padStart(8, '0')}`;
  names.set(set, name);
  return name;
}
