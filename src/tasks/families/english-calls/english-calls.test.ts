import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectRefusals, refusalOf, taskOf } from '../../testing/read-task.ts';
import { englishCalls } from './english-calls.ts';
import { readCalls } from './rule.ts';
import { readLenientJson } from './task.ts';

const task = (text: string) => taskOf(englishCalls, text);
const verdict = (text: string, answer: string) => englishCalls.score(task(text), [answer]);
const TWO =
  '{"request": "Will it rain in Rome on Friday? Book a room in Oslo for 3 nights.", "tools": ["weather", "hotel", "taxi"]}';

it('shows signatures in another order than the environment wrote them, always the same', () => {
  const [{ role, content }] = englishCalls.chat!.agent(task(TWO));
  expect(role).toBe('user');
  const lines = content.split('\n');
  expect(lines.slice(0, 3).sort()).toEqual([
    'hotel(city, count?: int, day?)',
    'taxi(person, day?, city?)',
    'weather(city, day?)',
  ]);
  expect(lines[3]).toBe('Request: Will it rain in Rome on Friday? Book a room in Oslo for 3 nights.');
  expect(englishCalls.chat!.agent(task(TWO))).toEqual(englishCalls.chat!.agent(task(TWO)));
});

it('reads what a request asks for, and follows the BFCL rule', () => {
  expect(englishCalls.oracle(task(TWO))).toMatchObject({
    answers: ["[weather(city='Rome', day='Friday'), hotel(city='Oslo', count=3)]"],
  });
  const answers: [string, boolean][] = [
    ["hotel(count=3, city='oslo'), weather(day='Friday', city='Rome')", true],
    ["```[weather(city='Rome', day='Friday'), hotel(city='Oslo', count=3)]```", true],
    ["[weather(city='Rome', day='Friday'), hotel(city='Oslo', count='3')]", false],
    ["[weather(city='Rome'), hotel(city='Oslo', count=3)]", false],
    ["[weather(city='Oslo', day='Friday'), hotel(city='Rome', count=3)]", false],
    ["[weather(city='Rome', day='Friday')]", false],
    ["[weather('Rome', 'Friday'), hotel(city='Oslo', count=3)]", false],
    ['[]', false],
    ['', false],
  ];
  for (const [answer, success] of answers) expect([answer, verdict(TWO, answer).success]).toEqual([answer, success]);
});

it('reads calls of texts, numbers and names as BFCL does, and nothing else', () => {
  const read = (answer: string) => readCalls(answer)?.map((call) => [call.name, ...call.arguments]) ?? null;
  expect(read('`a.b("x", c=\'y\',d = -2 , e=1.5, f=None, g=word)`')).toEqual([
    ['a.b', ['c', 'y'], ['d', -2n], ['e', 1.5], ['f', null], ['g', 'word']],
  ]);
  expect(read('[f(), g(a=1,),]')).toEqual([['f'], ['g', ['a', 1n]]]);
  expect(read('f(a=1, a=2)')).toEqual([['f', ['a', 2n]]]);
  expect(read('')).toEqual([]);
  const none = ['f', 'f(a=1', 'f(a=012)', 'f(a=1, 2)', "f(a='x)", 'f(a=1) g()', '[f(), , g()]', 'f(a=[1])', 'f(,)'];
  expect(none.map(read)).toEqual(none.map(() => null));
});

const HOTEL = "hotel(city='Oslo', count=3)";
it.each<[string, string, object, boolean?]>([
  ['I do not know.', 'malformed-answer', {}, false],
  ["[flight(city='Rome')]", 'unlisted-function', { name: 'flight' }, false],
  [`[${HOTEL}]`, 'call-count', { calls: 1, due: 2 }],
  [`[${HOTEL}, ${HOTEL}]`, 'missing-call', { name: 'weather' }],
  [`[weather(city='Rome'), ${HOTEL}]`, 'missing-argument', { name: 'weather', parameter: 'day' }],
  [
    `[weather(city='Rome', day='Friday', food='soup'), ${HOTEL}]`,
    'unexpected-argument',
    { name: 'weather', parameter: 'food' },
    false,
  ],
  [`[weather(city='Rome', day='Monday'), ${HOTEL}]`, 'other-value', { name: 'weather', parameter: 'day' }],
])('says how %s differs from what is asked: %s', (answer, code, parameters, wellFormed = true) => {
  expect(verdict(TWO, answer)).toMatchObject({ wellFormed, reason: { code: `english-calls/${code}`, ...parameters } });
});

it('expects no call if no offered function serves the request', () => {
  const text = '{"request": "Send roses for Amy.", "tools": ["taxi"]}';
  expect(verdict(text, '[]')).toMatchObject({ success: true, reason: { code: 'english-calls/no-call-due' } });
  expect(verdict(text, 'No function fits.').success).toBe(true);
  expect(verdict(text, "[taxi(person='Amy')]").reason).toEqual({ code: 'english-calls/call-not-due' });
});

it('reads free English as far as it knows the cues and values in it', () => {
  const free =
    'Here it is: {"request": "hi! Could you tell me the forecast for rome, please? On friday there should be tulips for Amy", "tools": ["weather", "flowers"]}';
  expect(refusalOf(englishCalls, free)).toEqual({ code: 'english-calls/unclear-sentence', sentence: 'hi!' });
  expect(englishCalls.oracle(task(free.replace('hi! ', '')))).toMatchObject({
    answers: ["[weather(city='Rome'), flowers(person='Amy')]"],
  });
});

it('takes a function that is offered or asked for twice as it is', () => {
  const twice = task('{"request": "Get a cab for Amy. Get a cab for Bob.", "tools": ["taxi", "taxi", "email"]}');
  expect(twice.text).toBe('{"request": "Get a cab for Amy. Get a cab for Bob.", "tools": ["taxi", "email"]}');
  const score = (answer: string) => englishCalls.score(twice, [answer]);
  expect(score("[taxi(person='Bob'), taxi(person='Amy')]").success).toBe(true);
  expect(score("[taxi(person='Bob'), taxi(person='Bob')]").reason).toMatchObject({
    code: 'english-calls/other-value',
  });
});

it('recognises what cannot be solved, and what has several answers', () => {
  const oracle = (request: string, tools: string) =>
    englishCalls.oracle(task(`{"request": "${request}", "tools": [${tools}]}`));
  expect(oracle('Will it rain on Friday?', '"weather"')).toMatchObject({
    reason: { code: 'english-calls/missing-value', name: 'weather', parameter: 'city' },
  });
  expect(oracle('Will it rain in Rome? Send roses for Amy.', '"weather"')).toMatchObject({
    reason: { code: 'english-calls/partly-served', name: 'flowers' },
  });
  const both = task('{"request": "Will it rain in Rome or Oslo?", "tools": ["weather", "taxi"]}');
  expect(englishCalls.audit(both)).toBe('ambiguous');
});

it('says why a text is not a task', () => {
  const six = Array.from({ length: 6 }, () => 'Get a cab.').join(' ');
  const both = { sentence: 'Send roses by cab.', name: 'flowers', other: 'taxi' };
  expectRefusals(englishCalls, 'english-calls', [
    ['Send roses', 'not-json'],
    ['{"tools": ["taxi"]}', 'no-request'],
    ['{"request": " . ", "tools": ["taxi"]}', 'no-request'],
    ['{"request": "Get a cab."}', 'no-tools'],
    ['{"request": "Get a cab.", "tools": ["cab"]}', 'unknown-tool', { name: 'cab' }],
    ['{"request": "Send roses by cab.", "tools": ["taxi"]}', 'two-requests', both],
    [`{"request": "${six}", "tools": ["taxi"]}`, 'too-many-sentences', { sentences: 6, most: 5 }],
  ]);
});

it('gives the environment the seed, the success and the beginning of its answer', () => {
  const { seed, rest } = englishCalls.splitSeed(TWO);
  expect(seed).toBe('{"request": "Will it rain in Rome on Friday?');
  expect(rest).toBe(' Book a room in Oslo for 3 nights.", "tools": ["weather", "hotel", "taxi"]}');
  const [{ content }] = englishCalls.chat!.environment(0.3, seed);
  expect(content).toContain('Success: 30%');
  expect(content.endsWith(`Seed: ${seed}`)).toBe(true);
});

it.each([
  ['strict JSON', '{"a": [1, "x"], "b": {"c": null}}', { a: [1, 'x'], b: { c: null } }],
  ['a fence and words around it', 'Sure!\n```json\n{"a": "x"}\n```\nDone.', { a: 'x' }],
  ['single quotes, with an apostrophe', "{'a': 'Amy's boss'}", { a: "Amy's boss" }],
  ['typographic quotes', '{“a”: “it’s”}', { a: 'it’s' }],
  ['a comma before a closing bracket', '{"a": [1, 2,], }', { a: [1, 2] }],
  ['Python’s words', '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
  ['a missing end', '{"a": ["x", "y', { a: ['x', 'y'] }],
  ['escapes', '{"a": "say \\"x\\"\\n\\u00e9"}', { a: 'say "x"\né' }],
])('reads %s', (_, text, value) => {
  expect(readLenientJson(text)).toEqual(value);
});

it.each([
  ['no object', 'rain in Rome'],
  ['a list', '[1, 2]'],
  ['a key without a value', '{"a"'],
  ['brackets that do not match', '{"a": [1}'],
  ['a bare word', '{"a": rain}'],
  ['a quote inside a string', '{"a": "say "x" now"}'],
  ['brackets without end', '{"a": [[[[[[[[[[1'],
])('refuses %s', (_, text) => {
  expect(readLenientJson(text)).toBeNull();
});

it('reads what JSON.stringify writes, and neither throws nor hangs on any text', () => {
  const flat = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 })),
  );
  fc.assert(
    fc.property(flat, (value) => {
      expect(readLenientJson(JSON.stringify(value))).toEqual(value);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readLenientJson(`{${text}`)));
});
