/** @file Declares function calls with Python values as arguments, and the reasons of BFCL's checker. */
import { strip } from '../../common/plain-text.ts';
import type { PyValue } from '../../common/python-value.ts';

/** `arguments` keeps the order in which they were written; `**mapping` appears under the name `**`. */
export interface Call {
  name: string;
  arguments: ReadonlyMap<string, PyValue>;
}

export interface GoldCall {
  name: string;
  /** Maps parameters to their allowed values. A parameter may be left out if its values include an empty string. */
  allowed: ReadonlyMap<string, readonly PyValue[]>;
}

/** The checker reads each parameter's type and, for an array, the type of its elements. */
export interface FunctionSchema {
  name: string;
  description: string;
  parameters: {
    properties: Readonly<Record<string, { type: string; description?: string; items?: { type?: string } }>>;
    required: readonly string[];
  };
}

/** Strips backticks, spaces and line feeds around an output, and adds missing brackets. */
export function bracketed(output: string): string {
  let text = strip(output, '`\n ');
  if (!text.startsWith('[')) text = `[${text}`;
  if (!text.endsWith(']')) text = `${text}]`;
  return text;
}

/** The official checker would raise, because the schema or the gold answer has an unexpected form. */
type Unscorable =
  | { code: 'item-without-function' }
  | { code: 'gold-function-not-listed'; function: string }
  | { code: 'unknown-schema-type'; parameter: string; of: 'value' | 'elements'; type: string | null }
  | { code: 'gold-is-not-a-list'; value: string }
  | { code: 'gold-is-not-a-dictionary'; parameter: string; value: string }
  | { code: 'element-is-not-a-dictionary'; parameter: string; index: number };

type WrongArgument =
  | { code: 'wrong-type'; parameter: string; expected: string; actual: string; value: string }
  | { code: 'wrong-element-type'; parameter: string; expected: string; value: string }
  | { code: 'value-not-allowed'; parameter: string; value: string; allowed: string }
  | { code: 'no-dictionary-allowed'; parameter: string }
  | { code: 'key-missing' | 'key-not-expected'; parameter: string; key: string }
  | { code: 'value-of-key-not-allowed'; parameter: string; key: string; value: string; allowed: string }
  | { code: 'no-list-of-dictionaries-allowed'; parameter: string }
  | { code: 'wrong-dictionary-count'; parameter: string; count: number; expected: number };

export type OneCallReason =
  | { code: 'calls-match' }
  | { code: 'wrong-function'; called: string; expected: string }
  | { code: 'required-parameter-missing' | 'parameter-not-expected' | 'parameter-not-optional'; parameter: string }
  | WrongArgument
  | Unscorable;

/** Why all decoded calls together are right or wrong. */
export type CheckReason =
  | OneCallReason
  | { code: 'wrong-call-count'; calls: number; expected: number }
  /** `last` says why the last compared call does not match. */
  | { code: 'no-call-matches'; function: string; last: OneCallReason };
