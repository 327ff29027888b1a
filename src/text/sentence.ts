/** @file Sentences of coded data: the message of the code, with the data as its parameters. */
import { inLanguage } from './language.ts';

type Shown = string | number | boolean | null;
/** The data as a message takes it: nested data are sentences by then. */
type ShownData<Data> = { [Name in keyof Data]: Data[Name] extends Shown ? Data[Name] : string };
/** The members of a union that may have this code. */
type WithCode<Data, Code> = Data extends { code: infer Codes } ? (Code extends Codes ? Data : never) : never;

/**
 * Messages for every code of a union. The compiler names a code without a message, and a parameter that the data of its code
 * do not have.
 */
export type MessagesOf<Data extends { readonly code: string }> = {
  readonly [Code in Data['code']]: string | ((parameters: ShownData<WithCode<Data, Code>>) => string);
};
/** The same for data by code, without the parameters of codes in `Prepared`. */
export type MessagesByCode<Data, Prepared = object> = {
  readonly [Code in keyof Data]:
    string | ((parameters: Code extends keyof Prepared ? ResultOf<Prepared[Code]> : ShownData<Data[Code]>) => string);
};
type ResultOf<Function_> = Function_ extends (...parameters: never) => infer Result ? Result : never;

const conjunction = inLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));
const disjunction = inLanguage((tag) => new Intl.ListFormat(tag, { type: 'disjunction' }));

/** “a, b, and c”. */
export const listOf = (items: readonly string[]): string => conjunction().format(items);
/** “a, b, or c”. */
export const choiceOf = (items: readonly string[]): string => disjunction().format(items);

/** @param nested words data within the data */
function shown(value: unknown, nested: (value: object) => string): Shown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toFixed(3));
  if (Array.isArray(value)) return choiceOf(value.map((item) => `“${item}”`));
  return typeof value === 'object' ? nested(value) : (value as Shown);
}

/** The message of a code with its parameters; the code itself if a log holds one that this program does not know. */
export function sentenceOf(
  messages: Readonly<Record<string, string | ((parameters: never) => string)>>,
  code: string,
  parameters: object,
  nested: (value: object) => string = String,
): string {
  if (!Object.hasOwn(messages, code)) return code;
  const message = messages[code];
  if (typeof message === 'string') return message;
  const values = Object.entries(parameters).map(([name, value]) => [name, shown(value, nested)]);
  return (message as (parameters: object) => string)(Object.fromEntries(values));
}
