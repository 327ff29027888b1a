import { expect, it } from 'vitest';
import { refusalOf, taskOf } from '../../testing/read-task.ts';
import { englishCalls } from './english-calls.ts';
import { readCalls } from './rule.ts';

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
  for (const text of [
    'f',
    'f(a=1',
    'f(a=012)',
    'f(a=1, 2)',
    "f(a='x)",
    'f(a=1) g()',
    '[f(), , g()]',
    'f(a=[1])',
    'f(,)',
  ])
    expect(read(text), text).toBeNull();
});

it('says how an answer differs from what is asked', () => {
  const reason = (answer: string) => verdict(TWO, answer).reason;
  const hotel = "hotel(city='Oslo', count=3)";
  expect(reason('I do not know.')).toEqual({ code: 'english-calls/malformed-answer' });
  expect(reason("[flight(city='Rome')]")).toEqual({ code: 'english-calls/unlisted-function', name: 'flight' });
  expect(reason(`[${hotel}]`)).toEqual({ code: 'english-calls/call-count', calls: 1, due: 2 });
  expect(reason(`[${hotel}, ${hotel}]`)).toEqual({ code: 'english-calls/missing-call', name: 'weather' });
  expect(reason(`[weather(city='Rome'), ${hotel}]`)).toEqual({
    code: 'english-calls/missing-argument',
    name: 'weather',
    parameter: 'day',
  });
  expect(reason(`[weather(city='Rome', day='Friday', food='soup'), ${hotel}]`)).toMatchObject({
    code: 'english-calls/unexpected-argument',
    parameter: 'food',
  });
  expect(reason(`[weather(city='Rome', day='Monday'), ${hotel}]`)).toEqual({
    code: 'english-calls/other-value',
    name: 'weather',
    parameter: 'day',
  });
  expect(verdict(TWO, `[weather(city='Rome', day='Monday'), ${hotel}]`).wellFormed).toBe(true);
  expect(verdict(TWO, "[flight(city='Rome')]").wellFormed).toBe(false);
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
  const reason = (text: string) => refusalOf(englishCalls, text);
  expect(reason('Send roses')).toEqual({ code: 'english-calls/not-json' });
  expect(reason('{"tools": ["taxi"]}')).toEqual({ code: 'english-calls/no-request' });
  expect(reason('{"request": " . ", "tools": ["taxi"]}')).toEqual({ code: 'english-calls/no-request' });
  expect(reason('{"request": "Get a cab."}')).toEqual({ code: 'english-calls/no-tools' });
  expect(reason('{"request": "Get a cab.", "tools": ["cab"]}')).toEqual({
    code: 'english-calls/unknown-tool',
    name: 'cab',
  });
  expect(reason('{"request": "Send roses by cab.", "tools": ["taxi"]}')).toMatchObject({
    code: 'english-calls/two-requests',
  });
  const six = Array.from({ length: 6 }, () => 'Get a cab.').join(' ');
  expect(reason(`{"request": "${six}", "tools": ["taxi"]}`)).toMatchObject({
    code: 'english-calls/too-many-sentences',
    sentences: 6,
  });
});

it('gives the environment the seed, the success and the beginning of its answer', () => {
  const { seed, rest } = englishCalls.splitSeed(TWO);
  expect(seed).toBe('{"request": "Will it rain in Rome on Friday?');
  expect(rest).toBe(' Book a room in Oslo for 3 nights.", "tools": ["weather", "hotel", "taxi"]}');
  const [{ content }] = englishCalls.chat!.environment(0.3, seed);
  expect(content).toContain('Success: 30%');
  expect(content.endsWith(`Seed: ${seed}`)).toBe(true);
});
