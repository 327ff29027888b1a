/**
 * @file Defines the functions of the English function-calling family, the values of their parameters, and the English
 * of requests.
 *
 * No text that the agent reads says that “rain” asks for `weather`. The skill to discover is which function a request
 * means. A function's parameters take values of different kinds, so a request is clear without parameter names.
 */
import type { RandomStream } from '../../../random/random-stream.ts';

export interface Kind {
  name: string;
  values: readonly string[];
  /** Type in a BFCL function schema. */
  type: 'string' | 'integer';
}

const KINDS = [
  { name: 'city', values: ['Rome', 'Oslo', 'Lima', 'Cairo', 'Paris', 'Tokyo'], type: 'string' },
  {
    name: 'day',
    values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    type: 'string',
  },
  { name: 'person', values: ['Amy', 'Bob', 'Dan', 'Eve', 'Finn', 'Mia'], type: 'string' },
  { name: 'food', values: ['soup', 'rice', 'pizza', 'salad', 'cake', 'pasta'], type: 'string' },
  { name: 'color', values: ['red', 'blue', 'white', 'pink'], type: 'string' },
  { name: 'count', values: ['2', '3', '4', '5', '6', '7', '8', '9'], type: 'integer' },
] as const satisfies readonly Kind[];

export type KindName = (typeof KINDS)[number]['name'];

export const KIND_BY_NAME: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.name, kind]));

export interface Tool {
  name: string;
  /** Parameters, each named after its kind of value. Only the first parameter is required. */
  parameters: readonly KindName[];
  /** Sentences that ask for this function, without the phrases for values. */
  openers: readonly string[];
  /** Lower-case words that show that a sentence asks for this function and no other. */
  cues: readonly string[];
  /** Words that a sentence uses for a parameter's value. `_` stands for the value. */
  phrases: Readonly<Partial<Record<KindName, string>>>;
}

const DESCRIBED: readonly Omit<Tool, 'parameters'>[] = [
  {
    name: 'weather',
    openers: ['Will it rain?', 'Do I need an umbrella?'],
    cues: ['rain', 'umbrella', 'weather', 'forecast', 'sunny', 'snow'],
    phrases: { city: 'in _', day: 'on _' },
  },
  {
    name: 'hotel',
    openers: ['Book a room.', 'Where can we sleep?'],
    cues: ['room', 'rooms', 'sleep', 'hotel', 'nights', 'stay'],
    phrases: { city: 'in _', count: 'for _ nights', day: 'on _' },
  },
  {
    name: 'flight',
    openers: ['I want to fly.', 'When does the plane leave?'],
    cues: ['fly', 'plane', 'flight', 'flights', 'airport'],
    phrases: { city: 'to _', day: 'on _', person: 'with _' },
  },
  {
    name: 'taxi',
    openers: ['Get a cab.', 'Is there a ride?'],
    cues: ['cab', 'ride', 'taxi', 'driver'],
    phrases: { person: 'for _', day: 'on _', city: 'to _' },
  },
  {
    name: 'order',
    openers: ['I am hungry.', 'Can I eat?'],
    cues: ['hungry', 'eat', 'order', 'deliver'],
    phrases: { food: 'some _', count: 'for _ people', person: 'with _' },
  },
  {
    name: 'table',
    openers: ['Reserve seats.', 'Could we dine?'],
    cues: ['seats', 'dine', 'table', 'restaurant', 'dinner', 'lunch'],
    phrases: { day: 'on _', count: 'for _ people', city: 'in _' },
  },
  {
    name: 'email',
    openers: ['Write a letter.', 'Has my message gone?'],
    cues: ['letter', 'message', 'email', 'mail'],
    phrases: { person: 'to _', day: 'on _', city: 'about _' },
  },
  {
    name: 'flowers',
    openers: ['Send roses.', 'How much is a bouquet?'],
    cues: ['roses', 'bouquet', 'flowers', 'tulips'],
    phrases: { person: 'for _', color: 'in _', count: 'with _ stems' },
  },
];

export const TOOLS: readonly Tool[] = DESCRIBED.map((tool) => ({
  ...tool,
  parameters: Object.keys(tool.phrases) as KindName[],
}));

export const TOOL_BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));
export const TOOL_OF_CUE: ReadonlyMap<string, Tool> = new Map(
  TOOLS.flatMap((tool) => tool.cues.map((cue) => [cue, tool] as const)),
);
export const KIND_OF_VALUE: ReadonlyMap<string, { kind: Kind; value: string }> = new Map(
  KINDS.flatMap((kind) => kind.values.map((value) => [value.toLowerCase(), { kind, value }] as const)),
);

/** Writes a sentence that asks for a function and names a random value for each of these parameters, in order. */
export function writeSentence(tool: Tool, parameters: readonly KindName[], random: RandomStream): string {
  const opener = random.choice(tool.openers);
  const named = parameters.map((name) =>
    tool.phrases[name]!.replace('_', random.choice(KIND_BY_NAME.get(name)!.values)),
  );
  return [opener.slice(0, -1), ...named].join(' ') + opener.at(-1);
}

/** Writes a signature, such as `hotel(city, count?: int, day?)`. A question mark marks an optional parameter. */
export function signature({ name, parameters }: Tool): string {
  const written = parameters.map((parameter, i) => {
    const type = KIND_BY_NAME.get(parameter)!.type === 'integer' ? ': int' : '';
    return `${parameter}${i === 0 ? '' : '?'}${type}`;
  });
  return `${name}(${written.join(', ')})`;
}
