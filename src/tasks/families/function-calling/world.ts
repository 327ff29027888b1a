/** @file The parameters of calls and the values they take. No task text says which fits which: that is the skill. */
import { COLOURS, DAYS, numberWords, PEOPLE } from '../../common-words.ts';

export interface Parameter {
  name: string;
  values: readonly string[];
  /** Its type in a BFCL function schema. */
  type: 'string' | 'integer';
}

export const PARAMETERS: readonly Parameter[] = [
  { name: 'city', values: ['rome', 'oslo', 'lima', 'cairo'], type: 'string' },
  { name: 'day', values: DAYS, type: 'string' },
  { name: 'food', values: ['soup', 'rice', 'taco', 'cake'], type: 'string' },
  { name: 'person', values: PEOPLE.slice(0, 5), type: 'string' },
  { name: 'count', values: numberWords(2, 6), type: 'integer' },
  { name: 'color', values: COLOURS, type: 'string' },
];

export const FUNCTIONS: readonly string[] = ['weather', 'flight', 'hotel', 'order', 'table', 'mail', 'call', 'remind'];

export const PARAMETER_BY_NAME: ReadonlyMap<string, Parameter> = new Map(
  PARAMETERS.map((parameter) => [parameter.name, parameter]),
);
export const PARAMETER_OF_VALUE: ReadonlyMap<string, Parameter> = new Map(
  PARAMETERS.flatMap((parameter) => parameter.values.map((value) => [value, parameter] as const)),
);
