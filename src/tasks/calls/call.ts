/** @file Declares functions and calls as BFCL writes them. */
import type { PyValue } from './python-value.ts';

/** A decoded call. `arguments` keeps the order of writing; `**mapping` appears under the name `**`. */
export interface Call {
  name: string;
  arguments: ReadonlyMap<string, PyValue>;
}

export interface GoldCall {
  name: string;
  /** Allowed values by parameter; an empty string among them: the parameter may be left out. */
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

/** The output without its wrapping, in brackets. */
export function bracketed(output: string): string {
  let text = trimAny(output, '`\n ');
  if (!text.startsWith('[')) text = `[${text}`;
  if (!text.endsWith(']')) text = `${text}]`;
  return text;
}

/** Python's `text.strip(characters)`. */
function trimAny(text: string, characters: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && characters.includes(text[from])) from += 1;
  while (to > from && characters.includes(text[to - 1])) to -= 1;
  return text.slice(from, to);
}
