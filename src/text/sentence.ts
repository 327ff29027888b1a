/** @file Turns coded data into sentences: the code selects the message, and the data are the parameters. */
import { once } from '../common/once.ts';
import { languageTag } from './language.ts';

type Shown = string | number | boolean | null;
/** Parameters of a message, in which nested data have become sentences. */
type ShownData<Data> = { [Name in keyof Data]: Data[Name] extends Shown ? Data[Name] : string };
/** Selects the members of a union that may have this code. */
type WithCode<Data, Code> = Data extends { code: infer Codes } ? (Code extends Codes ? Data : never) : never;

/** Messages for every code of a union. The compiler reports missing messages and parameters that a code's data lack. */
export type MessagesOf<Data extends { readonly code: string }> = {
  readonly [Code in Data['code']]: string | ((parameters: ShownData<WithCode<Data, Code>>) => string);
};
/** Messages for data by code. The message of a code in `Prepared` takes the prepared parameters. */
export type MessagesByCode<Data, Prepared = object> = {
  readonly [Code in keyof Data]:
    | string
    | ((parameters: Code extends keyof Prepared ? ResultOf<Prepared[Code]> : ShownData<Data[Code]>) => string);
};
type ResultOf<Function_> = Function_ extends (...parameters: never) => infer Result ? Result : never;

const conjunction = once(() => new Intl.ListFormat(languageTag(), { type: 'conjunction' }));
const disjunction = once(() => new Intl.ListFormat(languageTag(), { type: 'disjunction' }));

/** Returns “a, b, and c”. */
export const listOf = (items: readonly string[]): string => conjunction().format(items);
/** Returns “a, b, or c”. */
export const choiceOf = (items: readonly string[]): string => disjunction().format(items);

/** Converts a value for a message. @param nested returns the text of an object in the data */
function shown(value: unknown, nested: (value: object) => string): Shown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toFixed(3));
  if (Array.isArray(value)) return choiceOf(value.map((item) => `“${item}”`));
  return typeof value === 'object' ? nested(value) : (value as Shown);
}

/** Returns the message of a code, or the code itself if it is unknown. */
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
