/**
 * @file Makes a thousand mutated predictions per benchmark from a fixed seed. Some right answers get typical mistakes
 * of models. The others are changed so that only an official tool's quirks decide the verdict.
 */
import { RandomStream } from '../../random/random-stream.ts';
import type { ApiBankExactItem } from '../apibank/exact.ts';
import type { ApiBankItem } from '../apibank/official.ts';
import type { BamboogleItem } from '../bamboogle/bamboogle.ts';
import type { BfclItem } from '../bfcl/benchmark.ts';
import { isPyList, pyRepr, type PyValue } from '../../common/python-value.ts';

const MUTATION_SEED = 12;
export const MUTATION_COUNT = 1000;

export interface Mutation<Item> {
  item: Item;
  /** Name of the change to the right answer. */
  kind: string;
  output: string;
}

/** Functions by name that change a right answer. They return `null` if there is nothing to change. */
type Mutators<Answer> = Readonly<Record<string, (answer: Answer, random: RandomStream) => string | null>>;

const choose = <T>(random: RandomStream, values: readonly T[]): T => values[random.integer(values.length)];

function mutate<Item, Answer>(
  index: number,
  items: readonly Item[],
  answerOf: (item: Item) => Answer | null,
  mutators: Mutators<Answer>,
): Mutation<Item>[] {
  const kinds = Object.keys(mutators);
  const made: Mutation<Item>[] = [];
  for (let draw = 0; made.length < MUTATION_COUNT; draw++) {
    const random = new RandomStream(MUTATION_SEED, index, draw);
    const item = choose(random, items);
    const kind = kinds[draw % kinds.length];
    const answer = answerOf(item);
    const output = answer === null ? null : mutators[kind](answer, random);
    if (output !== null) made.push({ item, kind, output });
  }
  return made;
}

interface WrittenCall {
  name: string;
  /** Pairs of a parameter and the source text of its value. */
  values: [string, string][];
}

const writeCalls = (calls: readonly WrittenCall[]) =>
  `[${calls.map(({ name, values }) => `${name}(${values.map(([key, value]) => `${key}=${value}`).join(', ')})`).join(', ')}]`;

/** Changes one random value among the values for which `change` does not return null. */
function withValue(calls: readonly WrittenCall[], random: RandomStream, change: (value: string) => string | null) {
  const places = calls.flatMap(({ values }, call) =>
    values.flatMap(([, value], at) => (change(value) === null ? [] : [{ call, at }])),
  );
  if (places.length === 0) return null;
  const { call, at } = choose(random, places);
  const changed = calls.map(({ name, values }) => ({
    name,
    values: values.map((pair) => [...pair] as [string, string]),
  }));
  changed[call].values[at][1] = change(changed[call].values[at][1])!;
  return writeCalls(changed);
}

const isInteger = (value: string) => /^-?\d+$/.test(value);
const isFloat = (value: string) => /^-?\d+\.\d+$/.test(value);
const isText = (value: string) => /^'[^'\\]+'$/.test(value);
const isAscii = (value: string) => isText(value) && /^[\0-\x7f]*$/.test(value);
const matches = (pattern: RegExp) => (value: string) => pattern.test(value);
const isList = (value: string) => value.startsWith('[');
const isBool = (value: string) => value === 'True' || value === 'False';
const ifIs = (is: (value: string) => boolean, change: (value: string) => string) => (value: string) =>
  is(value) ? change(value) : null;
const onValue =
  (is: (value: string) => boolean, change: (value: string) => string) => (calls: WrittenCall[], random: RandomStream) =>
    withValue(calls, random, ifIs(is, change));

const NAMES: Readonly<Record<string, string>> = {
  a: 'LATIN SMALL LETTER A',
  e: 'latin small letter e',
  o: 'LATIN SMALL LETTER O',
};
const inner = (value: string) => value.slice(1, -1);

const bfclMutators: Mutators<WrittenCall[]> = {
  gold: writeCalls,
  round: onValue(isInteger, (value) => `round(${value}.2)+0`),
  'float in arithmetic': onValue(isFloat, (value) => `float('${value}') * 1`),
  'whole float': onValue(isInteger, (value) => `${value}.0`),
  'whole number for a float': onValue(isFloat, (value) => value.split('.')[0]),
  sum: onValue(isInteger, (value) => `sum([${value}, 1]) - 1`),
  'maximum and power': onValue(isInteger, (value) => `max(${value}, ${value}) // pow(1, 2)`),
  'minus of a sum': onValue(isInteger, (value) => `-(${value})`),
  'plus sign': onValue(isInteger, (value) => `+${value}`),
  'number as text': onValue(isInteger, (value) => `'${value}'`),
  'bool by or': onValue(isBool, (value) => `${value}|${value}`),
  'bool by and': onValue(isBool, (value) => `${value} & True`),
  'bool as number': onValue(isBool, (value) => `${value}+0`),
  'bool as word': onValue(isBool, (value) => value.toLowerCase()),
  'percent format': onValue(isText, (value) => `'%s' % ${value}`),
  'percent format of two': onValue(isText, (value) => `'%s%s' % (${value}, '')`),
  'percent format with too few': onValue(isText, (value) => `'%s%s' % (${value},)`),
  'percent float': onValue(isFloat, (value) => `'%.2f' % ${value}`),
  'named character': onValue(isText, (value) => value.replace(/[aeo]/, (letter) => `\\N{${NAMES[letter]}}`)),
  'unknown character': onValue(isText, (value) => `'\\N{NO SUCH NAME}${inner(value)}'`),
  'joined texts': onValue(isText, (value) => `'' + ${value}`),
  'adjacent texts': onValue(isText, (value) => `"" ${value}`),
  'upper case': onValue(isText, (value) => value.toUpperCase()),
  'bare word': onValue(isText, inner),
  'formatted text': onValue(isText, (value) => `f${value}`),
  bytes: onValue(isAscii, (value) => `b${value}`),
  'text of its own': onValue(isText, (value) => `str(${value})`),
  'list as tuple': onValue(isList, (value) => `(${inner(value)},)`),
  'list twice': onValue(isList, (value) => `${value} + ${value}`),
  'list and nothing': onValue(isList, (value) => `[] + ${value}`),
  'wrong name': ([first, ...rest]) => writeCalls([{ ...first, name: `${first.name}_x` }, ...rest]),
  'one parameter less': ([first, ...rest]) =>
    first.values.length === 0 ? null : writeCalls([{ ...first, values: first.values.slice(1) }, ...rest]),
  'one parameter more': ([first, ...rest]) =>
    writeCalls([{ ...first, values: [...first.values, ['surplus', '1']] }, ...rest]),
  reversed: (calls) => writeCalls([...calls].reverse()),
  'one call twice': ([first, ...rest]) => writeCalls([first, first, ...rest]),
  'in backticks': (calls) => `\`\`\`\n${writeCalls(calls)}\n\`\`\``,
  'without brackets': (calls) => inner(writeCalls(calls)),
  'after words': (calls) => `Here: ${writeCalls(calls)}`,
};

/** Returns the gold calls in Python's spelling, else a call of the first function, else null. */
function bfclAnswer({ golds, functions }: BfclItem): WrittenCall[] | null {
  if (golds.length === 0) return functions.length === 0 ? null : [{ name: functions[0].name, values: [['a', '1']] }];
  return golds.map(({ name, allowed }) => ({
    name,
    values: [...allowed].flatMap(([key, [value]]): [string, string][] =>
      value === undefined || value === '' ? [] : [[key, pyRepr(firstAllowed(value))]],
    ),
  }));
}

const firstAllowed = (value: PyValue): PyValue => (isPyList(value) ? value.map(firstAllowed) : value);

const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]);

const apiBankMutators: Mutators<WrittenCall[]> = {
  gold: writeCalls,
  'after words': (calls) => `API-Request: ${writeCalls(calls)} done`,
  'bare list': onValue((value) => value.startsWith("'["), inner),
  'digits of another script': onValue(matches(/\d/), arabicDigits),
  'last digit of another script': onValue(
    matches(/\d'$/),
    (value) => value.slice(0, -2) + arabicDigits(value.slice(-2)),
  ),
  'superscript digit': onValue(matches(/^'\d'$/), () => "'²'"),
  'double quotes': onValue(isText, (value) => `"${inner(value)}"`),
  'no quotes': onValue(matches(/^'\w+'$/), inner),
  'upper case': onValue(isText, (value) => value.toUpperCase()),
  'spaces around': onValue(isText, (value) => `' ${inner(value)} '`),
  'space of another kind': onValue(isText, (value) => `'\u2003${inner(value)}\x1c'`),
  'byte order mark': onValue(isText, (value) => `'\uFEFF${inner(value)}'`),
  'other value': onValue(isText, (value) => `'${inner(value)}1'`),
  'short year': onValue(matches(/^'20\d\d-/), (value) => `'${value.slice(3)}`),
  'one word less': onValue(
    (value) => / /.test(inner(value)),
    (value) => `'${inner(value).split(' ').slice(1).join(' ')}'`,
  ),
  'wrong name': ([first]) => writeCalls([{ ...first, name: `${first.name}X` }]),
  'one parameter less': ([first]) =>
    first.values.length === 0 ? null : writeCalls([{ ...first, values: first.values.slice(1) }]),
  'one parameter more': ([first]) => writeCalls([{ ...first, values: [...first.values, ['surplus', "'1'"]] }]),
  'parameters reversed': ([first]) => writeCalls([{ ...first, values: [...first.values].reverse() }]),
  'spaces at equals': ([{ name, values }]) =>
    `[${name}(${values.map(([key, value]) => `${key} = ${value}`).join(' , ')})]`,
  'no brackets': (calls) => inner(writeCalls(calls)),
};

const apiBankAnswer = ({ gold }: ApiBankItem): WrittenCall[] => [
  {
    name: gold.api_name,
    values: Object.entries(gold.param_dict).map(([key, value]) => [
      key,
      `'${typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)}'`,
    ]),
  },
];

type JsonCall = ApiBankExactItem['answer'][number];
const line = (value: unknown) => JSON.stringify(value);
const blockOf = (...lines: string[]) => `<think>so</think>\n<tool_call>\n${lines.join('\n')}\n</tool_call>`;
const changedFirst = ({ parameters }: JsonCall, change: (value: string) => unknown) => {
  const [first] = Object.keys(parameters);
  return first === undefined ? null : { ...parameters, [first]: change(String(parameters[first])) };
};
const withFirst = (change: (value: string) => unknown) => (call: JsonCall) => {
  const parameters = changedFirst(call, change);
  return parameters === null ? null : blockOf(line({ ...call, parameters }));
};

const exactMutators: Mutators<JsonCall> = {
  gold: (call) => blockOf(line(call)),
  'no tags': (call) => line(call),
  'bare parameters': ({ parameters }) => blockOf(line(parameters)),
  'other bare parameters': ({ parameters }) => blockOf(line({ ...parameters, surplus: '1' })),
  'empty object': () => blockOf('{}'),
  'in a text': (call) => blockOf(line(line(call))),
  'in two texts': (call) => blockOf(line(line(line(call)))),
  'bare parameters in a text': ({ parameters }) => blockOf(line(line(parameters))),
  'after a number': (call, random) => blockOf(String(random.integer(9)), line(call)),
  'after null': (call, random) => blockOf(choose(random, ['null', 'true', '1e3', 'NaN']), line(call)),
  'after a list': (call, random) =>
    blockOf(choose(random, ['[]', '[1]', '["name"]', '["name", "parameters"]']), line(call)),
  'after a text': (call, random) =>
    blockOf(choose(random, ['"x"', '"5"', '"{}"', '"[]"', '"\\"name parameters\\""']), line(call)),
  'after noise': (call, random) => blockOf(choose(random, ['I call:', '{', "{'a': 1}", '']), line(call)),
  'after another call': (call) => blockOf(line({ name: 'Other', parameters: {} }), line(call)),
  'before a number': (call) => blockOf(line(call), '7'),
  'in a list': (call) => blockOf(line([call])),
  'over two lines': (call) => blockOf(JSON.stringify(call, null, 2)),
  'white space of another kind': (call) => `<tool_call>\u2003${line(call)}\x1c</tool_call>`,
  'line with white space of another kind': (call) => blockOf('x', `\u00a0${line(call)}`, 'x'),
  'wrong name': (call) => blockOf(line({ ...call, name: `${call.name}X` })),
  'no name': ({ parameters }) => blockOf(line({ parameters })),
  'name that is a number': ({ parameters }) => blockOf(line({ name: 5, parameters })),
  'other value': withFirst((value) => `${value}1`),
  'value as number': withFirst((value) => Number(value) || 0),
  'value in a list': withFirst((value) => [value]),
  'surplus key': (call) => blockOf(line({ ...call, id: 1 })),
  'parameters in another order': (call) =>
    blockOf(line({ parameters: Object.fromEntries(Object.entries(call.parameters).reverse()), name: call.name })),
  'key twice': ({ name, parameters }) =>
    blockOf(`{"name": "x", "name": ${line(name)}, "parameters": ${line(parameters)}}`),
  'two blocks': (call) => `${blockOf(line({ name: 'Other', parameters: {} }))}\n${blockOf(line(call))}`,
};

const tagged = (text: string) => `<answer>${text}</answer>`;
const bamboogleMutators: Mutators<string> = {
  gold: (answer) => answer,
  tagged,
  'tagged after another': (answer) => `${tagged('no')} then ${tagged(` ${answer}\n`)}`,
  'tagged before another': (answer) => `${tagged(answer)} then ${tagged('no')}`,
  'closed twice': (answer) => `${tagged(answer)}</answer>`,
  'opened twice': (answer) => `<answer>${tagged(answer)}`,
  nested: (answer) => tagged(tagged(answer)),
  'nested before another': (answer) => `<answer>x ${tagged('y')} ${tagged(answer)}`,
  'not closed': (answer) => `<answer>${answer}`,
  'not opened': (answer) => `${answer}</answer>`,
  'last not closed': (answer) => `${tagged(answer)} <answer>no`,
  'closed before': (answer) => `</answer>${tagged(answer)}`,
  'tag in capitals': (answer) => `<ANSWER>${answer}</ANSWER>`,
  'byte order mark before': (answer) => `\uFEFF${answer}`,
  'byte order mark within': (answer) => answer.replace(' ', '\uFEFF'),
  'byte order mark in tags': (answer) => tagged(`\uFEFF${answer}\uFEFF`),
  'white space of another kind': (answer) => tagged(`\x1c\u2003${answer}\x85`),
  'other white space within': (answer) => answer.replaceAll(' ', '\u2009\x1f'),
  'upper case': (answer) => answer.toUpperCase(),
  article: (answer) => `The ${answer}.`,
  punctuation: (answer) => `"${answer}"!?`,
  'typographic quotes': (answer) => `“${answer}”`,
  sentence: (answer) => `The answer is ${answer}.`,
  'first word': (answer) => answer.split(' ')[0],
  twice: (answer) => `${answer} ${answer}`,
  yes: () => 'yes',
  nothing: () => '',
};

export const bfclMutations = (items: readonly BfclItem[]) => mutate(0, items, bfclAnswer, bfclMutators);
export const apiBankMutations = (items: readonly ApiBankItem[]) => mutate(1, items, apiBankAnswer, apiBankMutators);
export const exactMutations = (items: readonly ApiBankExactItem[]) =>
  mutate(2, items, ({ answer }) => answer[0], exactMutators);
export const bamboogleMutations = (items: readonly BamboogleItem[]) =>
  mutate(3, items, ({ answers }) => answers[0], bamboogleMutators);
