/**
 * @file The services that calls go to. Which service keeps which record is the skill to discover; only the tools have
 * another service in each task, which the task describes or a search finds.
 */
import { numberWords } from '../../common-words.ts';

/** A person's other person → its service. */
const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['boss', 'office'],
  ['doctor', 'clinic'],
  ['tenant', 'council'],
]);

/** A person's numbered record → its service. */
const RECORDS: ReadonlyMap<string, string> = new Map([
  ['bill', 'bank'],
  ['order', 'shop'],
  ['loan', 'library'],
]);

/** Action on a number → the service that does it. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['pay', 'bank'],
  ['cancel', 'shop'],
  ['renew', 'library'],
]);

/** Records whose service differs from task to task. */
export const TOOLS: readonly string[] = ['badge', 'locker', 'permit'];

export const SERVICE_OF: ReadonlyMap<string, string> = new Map([...RELATIONS, ...RECORDS, ...ACTIONS]);
export const SERVICES: readonly string[] = [...new Set(SERVICE_OF.values())];
export const RELATION_WORDS: readonly string[] = [...RELATIONS.keys()];
export const RECORD_WORDS: readonly string[] = [...RECORDS.keys()];
export const ACTION_WORDS: readonly string[] = [...ACTIONS.keys()];

export const RECORD_NUMBERS: readonly string[] = numberWords(10, 29);

/** The kinds of values that a call takes and gives. */
export type ValueKind = 'person' | 'number' | 'done';

export function signatureOf(word: string): { takes: ValueKind; gives: ValueKind } | null {
  if (RELATION_WORDS.includes(word)) return { takes: 'person', gives: 'person' };
  if (RECORD_WORDS.includes(word) || TOOLS.includes(word)) return { takes: 'person', gives: 'number' };
  return ACTION_WORDS.includes(word) ? { takes: 'number', gives: 'done' } : null;
}
