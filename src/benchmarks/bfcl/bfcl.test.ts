import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../common/testing/processor-time.ts';
import { memoryFiles } from '../files.ts';
import { PyDict, pyRepr } from '../../common/python-value.ts';
import { bfcl, bfclJson, type BfclItem } from './benchmark.ts';
import { decodeJsonCalls, decodePythonCalls } from './decode.ts';

const functions = [
  {
    name: 'play',
    description: 'Plays music.',
    parameters: {
      type: 'dict',
      properties: {
        artist: { type: 'string' },
        minutes: { type: 'integer' },
        volume: { type: 'float' },
        loud: { type: 'boolean' },
        tags: { type: 'array', items: { type: 'string' } },
        levels: { type: 'array', items: { type: 'float' } },
        point: { type: 'tuple', items: { type: 'float' } },
        options: { type: 'dict' },
        tracks: { type: 'array', items: { type: 'dict' } },
      },
      required: ['artist'],
    },
  },
  { name: 'stop', description: '', parameters: { type: 'dict', properties: {}, required: [] } },
];

const OPTIONAL = {
  minutes: [20, ''],
  volume: [0.5, 3.0, ''],
  loud: [true, ''],
  tags: [['rock', 'Hard Rock'], ''],
  levels: [[1.0, 2.5], ''],
  point: [[1.0, 2.0], ''],
  options: [{ mode: ['fast', 'slow'], depth: [2, ''] }, ''],
  tracks: [[{ id: [1] }, { id: [2] }], ''],
};

/** Writes a line of an answers file. JSON.stringify would write the float 3.0 as 3. */
const answerText = (id: string, calls: object[]) =>
  JSON.stringify({ id, ground_truth: calls })
    .replace('[0.5,3,', '[0.5,3.0,')
    .replace('[1,2.5]', '[1.0,2.5]')
    .replace('[[1,2],', '[[1.0,2.0],');

function files(category: string, calls: object[] | null): [string, string][] {
  const item = { id: `${category}_0`, question: [[{ role: 'user', content: 'Play some.' }]], function: functions };
  const made: [string, string][] = [[`BFCL_v4_${category}.json`, JSON.stringify(item)]];
  if (calls) made.push([`possible_answer/BFCL_v4_${category}.json`, answerText(item.id, calls)]);
  return made;
}

async function itemOf(category: string, calls: object[] | null): Promise<BfclItem> {
  const { items, problems } = await bfcl.load(memoryFiles(files(category, calls)));
  expect(problems).toEqual([]);
  return items[0];
}

const play = { play: { artist: ['Taylor Swift'], ...OPTIONAL } };

describe('one call', () => {
  it.each([
    ["[play(artist='Taylor Swift')]", null],
    ["play(artist='taylor-swift.')", null],
    ["```\n[play(artist='Taylor Swift', minutes=20, loud=True)]\n```", null],
    ["[play(artist='Taylor Swift', minutes=20.0)]", 'type_error:simple'],
    ["[play(artist='Taylor Swift', minutes=True)]", 'type_error:simple'],
    ["[play(artist='Taylor Swift', minutes='20')]", 'type_error:simple'],
    ["[play(artist='Taylor Swift', minutes=21)]", 'value_error:others'],
    ["[play(artist='Taylor Swift', minutes=10 + 10)]", null],
    // An int counts as a float, at the top level only.
    ["[play(artist='Taylor Swift', volume=3)]", null],
    ["[play(artist='Taylor Swift', levels=[1.0, 2.5])]", null],
    // The official check of the elements' types always passes if a parameter may be left out.
    ["[play(artist='Taylor Swift', levels=[1, 2.5])]", null],
    ["[play(artist='Taylor Swift', tags=['ROCK', 'hard-rock'])]", null],
    ["[play(artist='Taylor Swift', tags=['hard rock', 'rock'])]", 'value_error:list/tuple'],
    ["[play(artist='Taylor Swift', tags=('rock', 'hard rock'))]", 'type_error:simple'],
    ["[play(artist='Taylor Swift', point=(1.0, 2.0))]", null],
    ["[play(artist='Taylor Swift', point=[1.0, 2.0])]", null],
    ["[play(artist='Taylor Swift', options={'mode': 'FAST', 'depth': 2})]", null],
    ["[play(artist='Taylor Swift', options={'mode': 'fast'})]", null],
    ["[play(artist='Taylor Swift', options={'depth': 2})]", 'value_error:dict_key'],
    ["[play(artist='Taylor Swift', options={'mode': 'idle'})]", 'value_error:dict_value'],
    ["[play(artist='Taylor Swift', options={'mode': 'fast', 'x': 1})]", 'value_error:dict_key'],
    ["[play(artist='Taylor Swift', tracks=[{'id': 1}, {'id': 2}])]", null],
    ["[play(artist='Taylor Swift', tracks=[{'id': 2}, {'id': 1}])]", 'value_error:list_dict_count'],
    ["[play(artist='Taylor Swift', tracks=[{'id': 1}])]", 'value_error:list_dict_count'],
    ["[play('Taylor Swift')]", 'simple_function_checker:missing_required'],
    ["[play(artist='Taylor Swift', **{'minutes': 20})]", 'simple_function_checker:unexpected_param'],
    ["[play(artist='Taylor Swift', song='x')]", 'simple_function_checker:unexpected_param'],
    ["[Play(artist='Taylor Swift')]", 'simple_function_checker:wrong_func_name'],
    ["[play(artist='Taylor Swift'), stop()]", 'simple_function_checker:wrong_count'],
    ['[]', 'simple_function_checker:wrong_count'],
    ['I would play Taylor Swift.', 'ast_decoder:decoder_failed'],
  ])('%s: %s', async (output, errorType) => {
    const { correct, subscores } = await bfcl.score(await itemOf('simple_python', [play]), output);
    expect(subscores.error_type).toBe(errorType);
    expect(correct).toBe(errorType === null);
  });

  it('requires a parameter whose answer has no empty string', async () => {
    const item = await itemOf('multiple', [{ play: { artist: ['A'], minutes: [20] } }]);
    expect((await bfcl.score(item, "play(artist='A')")).subscores.error_type).toBe(
      'simple_function_checker:missing_optional',
    );
  });

  it('checks the types of elements, and dictionaries by position, without any coercion', async () => {
    const item = await itemOf('simple_python', [
      { play: { artist: ['A'], levels: [[1.0, 2.5]], tracks: [[{ id: [1] }, { id: [2] }]] } },
    ]);
    const errorOf = async (output: string) => (await bfcl.score(item, output)).subscores.error_type;
    const tracks = "tracks=[{'id': 1}, {'id': 2}]";
    expect(await errorOf(`play(artist='A', levels=[1.0, 2.5], ${tracks})`)).toBeNull();
    expect(await errorOf(`play(artist='A', levels=[1, 2.5], ${tracks})`)).toBe('type_error:nested');
    expect(await errorOf("play(artist='A', levels=[1.0, 2.5], tracks=[{'id': 2}, {'id': 1}])")).toBe(
      'value_error:dict_value',
    );
  });

  it('compares a value of another type than the schema says by equality', async () => {
    const item = await itemOf('simple_python', [{ play: { artist: ['A'], minutes: ['length'] } }]);
    expect((await bfcl.score(item, "play(artist='A', minutes=length)")).correct).toBe(true);
    expect((await bfcl.score(item, "play(artist='A', minutes=Length)")).correct).toBe(false);
  });

  it('says what the official checker could not score instead of raising', async () => {
    const item = await itemOf('multiple', [{ pause: {} }]);
    expect((await bfcl.score(item, 'play()')).subscores.error_type).toBe('checker:unscorable');
  });
});

describe('several calls, and none', () => {
  it('matches parallel calls in any order, each once', async () => {
    const item = await itemOf('parallel_multiple', [{ play: { artist: ['A'] } }, { play: { artist: ['B'] } }]);
    expect((await bfcl.score(item, "[play(artist='B'), play(artist='A')]")).correct).toBe(true);
    const twice = await bfcl.score(item, "[play(artist='A'), play(artist='A')]");
    expect(twice.subscores.error_type).toBe('parallel_function_checker_no_order:cannot_find_match');
    expect((await bfcl.score(item, "[play(artist='A')]")).subscores.error_type).toMatch(/wrong_count$/);
  });

  it('wants no call for irrelevance and any call for relevance', async () => {
    const irrelevant = await itemOf('live_irrelevance', null);
    const relevant = await itemOf('live_relevance', null);
    for (const [output, called] of [
      ['[stop()]', true],
      ['[anything(a=1)]', true],
      ['[]', false],
      ['Sorry, I cannot.', false],
    ] as const) {
      expect((await bfcl.score(irrelevant, output)).correct).toBe(!called);
      expect((await bfcl.score(relevant, output)).correct).toBe(called);
    }
  });
});

describe('decoders', () => {
  const shown = (calls: ReturnType<typeof decodeJsonCalls>) =>
    calls.value?.map((call) => `${call.name}${pyRepr(new PyDict(call.arguments))}`) ?? null;

  it('keeps the official quirks', async () => {
    expect(shown(await decodePythonCalls("f(1, a=g(x), b=h(y=1), c=-1, d=+5, e=x[0], f=..., g='a' 'b')"))).toEqual([
      "f{'a': 'g(x)', 'b': {'h': {'y': 1}}, 'c': -1, 'd': -5, 'e': 'x[0]', 'f': '...', 'g': 'ab'}",
    ]);
    expect(shown(await decodePythonCalls('a.b.c(x=1), f(y)(z=2)'))).toEqual(["a.b.c{'x': 1}", "{'z': 2}"]);
    for (const text of ['[f(a=--1)]', '[f(a=1 < 2)]', '[f(a=lambda: 1)]', '[f(from=1)]', '[f(a=1, 2)]', '[f] + [g]']) {
      expect((await decodePythonCalls(text)).error, text).not.toBeNull();
    }
  });

  it('reads the JSON form, int and float apart', () => {
    const text = 'Here: [{"function": "f", "parameters": {"a": 1, "b": 1.0, "c": [true, null]}}]. Done.';
    expect(shown(decodeJsonCalls(text))).toEqual(["f{'a': 1, 'b': 1.0, 'c': [True, None]}"]);
    expect(decodeJsonCalls('no list').value).toEqual([]);
    expect(decodeJsonCalls('[{"function": "f"}]').error?.code).toBe('incomplete-call');
    expect(decodeJsonCalls('[1, "x"]').value).toEqual([]);
    expect(bfclJson.name).toBe('bfcl-json');
    expect(
      bfclJson.prompt({ id: '', category: '', rule: 'simple', messages: [], functions: [], golds: [] })[0].content,
    ).toMatch(/"parameters"/);
  });

  it('never throws and always gives a verdict', async () => {
    const items = await Promise.all([itemOf('simple_python', [play]), itemOf('parallel', [play, play])]);
    const gold = "[play(artist='Taylor Swift', tags=['rock'], options={'mode': 'fast'}, point=(1.0, 2.0)), stop()]";
    const damaged = fc
      .tuple(fc.nat(gold.length), fc.nat(12), fc.string({ unit: 'binary', maxLength: 6 }))
      .map(([at, length, inserted]) => gold.slice(0, at) + inserted + gold.slice(at + length));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.string({ unit: 'binary' }), fc.json()), async (output) => {
        for (const item of items) {
          expect(typeof (await bfcl.score(item, output)).correct).toBe('boolean');
          expect(typeof bfclJson.score(item, output).correct).toBe('boolean');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('answers hostile texts in time that grows with their length', () => {
    for (const part of ['[{', '[{}', ',{}', '} ]', '[ ', 'f(a=', '`', "'", '[f(a=1),', '{"a":']) {
      const text = part.repeat(200_000 / part.length);
      const milliseconds = processorTime(() => void decodeJsonCalls(text));
      expect(milliseconds, part).toBeLessThan(2000);
    }
  });
});

describe('the loader', () => {
  it('keeps what is whole and names the rest by file and line', async () => {
    const [[name, item], [answerName, answer]] = files('multiple', [play]);
    const second = item.replace('multiple_0', 'multiple_1');
    const { items, problems } = await bfcl.load(
      memoryFiles([
        [name, `${item}\n{"id": "multiple_2"}\n${second}\n{oops`],
        [answerName, `${answer}\n{"id": "multiple_1", "ground_truth": [{"f": {}, "g": {}}]}`],
        ['BFCL_v4_multi_turn_base.json', item],
        ['BFCL_v4_irrelevance.json', item],
        ['unrelated.json', 'x'],
      ]),
    );
    // The irrelevance file repeats the id and is read first.
    expect(items.map(({ id, category }) => [id, category])).toEqual([['multiple_0', 'irrelevance']]);
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'BFCL_v4_multi_turn_base.json:null',
      `${name}:2`,
      `${name}:4`,
      `${answerName}:2`,
      `${name}:1`,
      `${name}:3`,
    ]);
  });
});

it('counts an output that would run code as not correct, whatever the rule, and apart', async () => {
  const output = "[play(artist=__import__('os').popen('ls').read() + '')]";
  const items = await Promise.all([itemOf('simple_python', [play]), itemOf('live_relevance', null)]);
  items.push(await itemOf('irrelevance', null));
  const scored = await Promise.all(items.map(async (item) => ({ item, verdict: await bfcl.score(item, output) })));
  for (const { verdict } of scored)
    expect(verdict).toMatchObject({ correct: false, reason: { code: 'not-evaluated' } });
  expect(bfcl.aggregate(scored)).toMatchObject({ accuracy: 0, not_evaluated: 3 });
});

it('the figures are accuracies by category and as the leaderboard groups them', async () => {
  const python = await itemOf('simple_python', [play]);
  const parallel = await itemOf('parallel', [play, play]);
  const live = await itemOf('live_simple', [play]);
  const irrelevant = await itemOf('irrelevance', null);
  const verdict = (correct: boolean) => ({ correct, reason: { code: 'no-call' } as const, subscores: {} });
  const figures = bfcl.aggregate([
    { item: python, verdict: verdict(true) },
    { item: python, verdict: verdict(true) },
    { item: parallel, verdict: verdict(false) },
    { item: live, verdict: verdict(true) },
    { item: irrelevant, verdict: verdict(true) },
  ]);
  expect(figures).toEqual({
    irrelevance: 1,
    live_simple: 1,
    parallel: 0,
    simple_python: 1,
    non_live_ast: 0.5,
    live_ast: 1,
    accuracy: 0.8,
  });
  expect(bfcl.aggregate([])).toEqual({});
});
