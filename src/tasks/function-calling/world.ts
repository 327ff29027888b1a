/**
 * @file The values a call can take and the parameters that take them. Which kind of parameter a value fits is the skill
 * to discover: no task text says that `rome` is a city.
 */
import { COLOURS, DAYS, numberWords, PEOPLE } from '../common-words.ts';

export interface ParameterKind {
  /** Parameters of this kind, by the names a schema may give them. */
  names: readonly string[];
  values: readonly string[];
  /** Its type in a BFCL function schema. */
  type: 'string' | 'integer';
}

export const PARAMETER_KINDS: readonly ParameterKind[] = [
  { names: ['city', 'place'], values: ['rome', 'oslo', 'lima', 'cairo'], type: 'string' },
  { names: ['day', 'date'], values: DAYS, type: 'string' },
  { names: ['food', 'dish'], values: ['soup', 'rice', 'taco', 'cake'], type: 'string' },
  { names: ['person', 'guest'], values: PEOPLE.slice(0, 5), type: 'string' },
  { names: ['count', 'number'], values: numberWords(2, 6), type: 'integer' },
  { names: ['color', 'paint'], values: COLOURS, type: 'string' },
];

export const FUNCTIONS: readonly string[] = ['weather', 'flight', 'hotel', 'order', 'table', 'mail', 'call', 'remind'];

const kindOf = (pick: (kind: ParameterKind) => readonly string[]): ReadonlyMap<string, ParameterKind> =>
  new Map(PARAMETER_KINDS.flatMap((kind) => pick(kind).map((word) => [word, kind] as const)));

export const KIND_OF_PARAMETER = kindOf(({ names }) => names);
export const KIND_OF_VALUE = kindOf(({ values }) => values);
