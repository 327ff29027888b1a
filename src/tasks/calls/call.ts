/** @file Declares function calls with Python values as arguments, and the reasons of BFCL's checker. */
import type { CodedData } from '../../common/message-data.ts';
import type { CommandMessages } from '../../common/message-types.ts';
import { strip } from '../../common/plain-text.ts';
import type { PyValue } from '../../common/python-value.ts';

/** `arguments` keeps the order of the written call. A `**mapping` argument has the name `**`. */
export interface Call {
  name: string;
  arguments: ReadonlyMap<string, PyValue>;
}

export interface GoldCall {
  name: string;
  /** Maps parameters to their allowed values. A parameter may be left out if its values include an empty string. */
  allowed: ReadonlyMap<string, readonly PyValue[]>;
}

/** The checker reads the type of each parameter. For an array or tuple it also reads the type of the elements. */
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

/** Reason why decoded calls are right or wrong. `last` says why the last compared call does not match. */
export type CheckReason = CodedData<
  CommandMessages['callReasons'],
  { 'no-call-matches': { function: string; last: CheckReason } }
>;
