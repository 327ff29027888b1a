/**
 * @file Checks that CPython reads expressions as BFCL does, runs none of them, and cannot leave its process. This takes
 * over 10 s, because several tests start a process with CPython of their own.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportText } from '../../text/reports.ts';
import { decodePythonCalls } from '../bfcl/decode.ts';
import { openProcess } from '../node.ts';
import { Python } from './python.ts';
import { pyRepr, pyTypeName, type PyValue } from '../../common/python-value.ts';

const decoded = (expression: string) => decodePythonCalls(`f(a=${expression})`);

/** Returns the value of `a` in `f(a=…)` in Python's spelling, or `null` if the decoder raises an exception. */
async function valueOf(expression: string): Promise<string | null> {
  const { value } = await decoded(expression);
  return value === null ? null : pyRepr(value[0].arguments.get('a')!);
}

/** Program that runs every text with `eval`, without our evaluator. */
const RUNS =
  'import json\ndef answer(q):\n  q = json.loads(q)\n  try: return str(eval(q, globals()))\n  except Exception as e: return "raised " + repr(e)';
/** Many expressions end Python, which restarts in half the time if V8 does not optimise the WebAssembly. */
const bare = new Python(() => openProcess(RUNS, ['--liftoff-only']));
/** Returns Python's value of an expression, or `null` if the expression ended Python. */
const run = (expression: string) => bare.ask(expression, (text) => text);

/** Results of BFCL's decoder under CPython 3.11. */
it.each([
  ["'x'.upper() + ''", "'X'"],
  ["'abc'[::-1] + ''", "'cba'"],
  ["f'{1 + 1:>3}' + 'a'", "'  2a'"],
  ['[i * i for i in (0, 1, 2) if i != 1] + []', '[0, 4]'],
  ["{k: v for k, v in [('a', 1)]} | {}", "{'a': 1}"],
  ["('a' if 2 > 1 else 'b') + 'c'", "'ac'"],
  ["','.join(c for c in 'ab') + ''", "'a,b'"],
  ["'{:>4}|{x}'.format(1, x=2) + ''", "'   1|2'"],
  ["'%05.1f' % 3.14159", "'003.1'"],
  ["'on %s 20240101' % 'it'", "'on it 20240101'"],
  ['0.1 + 0.1 + 0.1', '0.30000000000000004'],
  ['0 << 10 ** 10', '0'],
  ['x[*y]', "'x[(*y,)]'"],
  ['x[ 1:2,"a" ]', `"x[(1:2, 'a')]"`],
  ["g( 'a'  'b',1e3 )", `"g('ab', 1000.0)"`],
  ['{1: (2,), "b": b"c"}', "{1: (2,), 'b': b'c'}"],
  ['1e400', 'inf'],
  ['-0x10', '-16'],
  ['1 < 2', null],
  ["f'{x}'", null],
  ['é + 1', null],
  ["'\\N{DASH}' + ''", null],
  ["'\\N{EM DASH}' + ''", "'—'"],
  ['f"{\'a\'}" + f\'{"b"}\'', "'ab'"],
  ["f'{'a'}' + ''", null],
  ['012', null],
])('%s is %s', async (expression, expected) => {
  expect(await valueOf(expression)).toBe(expected);
});

describe('an output that the official decoder would run', () => {
  it.each([
    ["exec('import os') + 1", 'calls `exec`'],
    ["__import__('os').popen('ls').read() + ''", 'calls `__import__`'],
    [`open(${JSON.stringify(import.meta.filename)}).read() + ''`, 'calls `open`'],
    ['sum([0.1] * 10) + 0', 'calls `sum`'],
    ['(lambda x: x + 1)(2) * 2', 'calls `lambda x: x + 1`'],
    ['[1].append(2) + 1', 'calls `.append`'],
    ["''.format_map({}) + ''", 'calls `.format_map`'],
    ["'{0.__class__}'.format(1) + ''", 'calls `.format`'],
    ["'{0[0]}'.format([1]) + ''", 'calls `.format`'],
    ['().__class__ + 1', 'uses `.__class__`'],
    ['(x := 1) + 1', 'uses `(x := 1)`'],
    ['[_ for _ in [1]] + []', 'uses `_`'],
    ['[i for i in (i for i in [().__class__])] + []', 'uses `.__class__`'],
    ['json + 1', 'uses `json`'],
    ['1 << 10 ** 10', 'too large'],
    ['9 ** 9 ** 9', 'too large'],
    ["'x' * 10 ** 9", 'too large'],
    ['[[[0] * 1000] * 1000] * 1000', 'too large'],
    ["f'{1:>999999999}' + ''", 'too large'],
    ["f'{1:.{999999999}f}' + ''", 'too large'],
    ["'%*d' % (999999999, 1)", 'too large'],
    ["'%((a))999999999s' % {'(a)': 1}", 'too large'],
    ["'{:999999999}'.format(1) + ''", 'too large'],
    ["'1'.zfill(999999999) + ''", 'too large'],
    ["'\\t'.expandtabs(999999999) + ''", 'too large'],
    ["'a'.replace('', 'b' * 1000).replace('', 'c' * 3000) + ''", 'too large'],
    ["('a' * 90000).join('b' * 90000) + ''", 'too large'],
    ["[0 for a in 'a' * 2000 for b in 'a' * 2000] + []", 'too large'],
    ["{t for t in [('a' * 90000,)] * 9000} | {1}", 'too large'],
  ])('is not evaluated: %s', async (expression, because) => {
    const { error } = await decoded(expression);
    expect(reportText.errorSentence(error!)).toMatch(/^Not evaluated: /);
    expect(reportText.errorSentence(error!)).toContain(because);
  });

  it.each([
    ...['1', '1.5', '2j', 'True', 'None', '...', "'a'", "b'a'", '[]', '()', '{}', '{1}'],
    ...['(x for x in [])', '(1).conjugate'],
  ])('reaches nothing but values from %s, by none of its attributes', async (literal) => {
    const names = (await run(`','.join(dir(${literal}))`))!.split(',');
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      expect(await valueOf(`[(${literal}).${name}] + []`), name).toBeNull();
      const { value } = await decoded(`[(${literal}).${name}()] + []`);
      const [made] = (value?.[0].arguments.get('a') ?? [null]) as PyValue[];
      expect(['NoneType', 'bool', 'int', 'float', 'complex', 'str', 'list', 'tuple']).toContain(pyTypeName(made));
    }
  });

  it('is refused without harm if it is nested deep', async () => {
    for (const part of ['(', '[', '-', 'g(', 'not ', '{1:', 'lambda:', 'g(a=', "1+f'", '1+'])
      expect(await valueOf(part.repeat(20_000))).toBeNull();
    expect(await valueOf('1 + 1')).toBe('2');
  });

  it('changes no verdict of the next ones', async () => {
    const right = ['1 + 1', "'a' * 2", '[1] + [2]', "f'{1}' + ''", 'g(1)'];
    const before = await Promise.all(right.map(valueOf));
    for (const change of [
      "globals().__setitem__('resolve_ast_by_type', lambda v: 1) or 1",
      "setattr(__import__('ast'), 'unparse', lambda v: '1') or 1",
      "setattr(__import__('json'), 'dumps', lambda v: '{\"calls\": 1}') or 1",
      '__builtins__.update(isinstance=lambda *a: True) or 1',
      '[c for c in ().__class__.__base__.__subclasses__()] and 1',
    ])
      expect((await decoded(`(${change}) + 1`)).error?.code, change).toBe('not-evaluated');
    expect(await Promise.all(right.map(valueOf))).toEqual(before);
  });
});

describe('the process alone, with a program that runs whatever it is sent', () => {
  const [secret, made] = ['secret', 'made'].map((name) => join(tmpdir(), `genenv-${process.pid}-${name}`));
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  let port = 0;
  beforeAll(async () => {
    writeFileSync(secret, 'the secret');
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as { port: number }).port;
    expect(await run('6 * 7')).toBe('42');
  }, 300_000);
  afterAll(() => {
    rmSync(secret);
    server.close();
  });

  const imp =
    "__import__('_imp').create_builtin(__import__('_frozen_importlib').BuiltinImporter.find_spec('_pyodide_core'))";
  const text = "type('S', (str,), {'partition': lambda s, p: ('json', '', '')})('_pyodide_core')";
  const formats = "list(__import__('shutil')._ARCHIVE_FORMATS.values())";
  const policy = "__import__('asyncio').get_event_loop_policy()";
  const heap = "__import__('gc').get_objects()";
  const proxies = `[o for h in ${heap} for o in (h.values() if type(h) is dict else [h]) if 'JsProxy' in map(lambda t: t.__name__, type(o).__mro__)]`;
  it.each([
    ['the import hook passed by the built-in importer', `${imp}.create_proxy(print)`],
    ['the import hook passed by a str with its own partition', `__import__(${text}).create_proxy(print)`],
    ['a module of JavaScript', "__import__('js').Object"],
    ['pyodide’s own interface', "__import__('pyodide_js').FS.mount"],
    ['JavaScript made of a string', "__import__('pyodide').code.run_js('1')"],
    ['the globals of an archive format', `${formats}[-1][0].__globals__['sys'].modules['pyodide_js'].FS`],
    ['asyncio’s loop policy', `${policy}.new_event_loop().run_in_executor(None, print).result()`],
    ['a getter for onAbort', "__import__('pyodide').ffi.create_proxy(lambda *a: 1, capture_this=True)"],
    ['any object of JavaScript on the heap', `${proxies}[0].constructor`],
    ['the text of any such object', `str(${proxies}[0])`],
    ['a call of any such object', `${proxies}[0]()`],
    ['abort', "__import__('os').abort()"],
    ['a function by its address', "__import__('ctypes').CDLL(None).emscripten_run_script(b'1')"],
    ['a new thread', "__import__('_thread').start_new_thread(print, ())"],
    ['a program', "__import__('os').popen('ls').read()"],
    ['a socket', "__import__('socket').create_connection(('127.0.0.1', PORT))"],
    ['an address', "__import__('urllib.request').request.urlopen('http://127.0.0.1:PORT/').status"],
    ['a file of the disk', `open(${JSON.stringify(secret)}).read()`],
    ['a file to write', `open(${JSON.stringify(made)}, 'w').write('made')`],
    ['a file of its own system', "open('/lib/python311.zip', 'rb').read(4)"],
    ['the folders', "__import__('os').listdir('/')"],
  ])('does not give %s', { timeout: 300_000 }, async (_, expression) => {
    const answer = await run(expression.replaceAll('PORT', String(port)));
    expect(answer ?? 'raised: it has ended').toMatch(/^raised/);
    expect(() => readFileSync(made)).toThrow('ENOENT');
    expect(asked).toEqual([]);
  });
});

it('leaves nothing in its process but the language, and no way from WebAssembly to the rest of JavaScript', async () => {
  const probe = new URL('./testing/closed-process.mjs', import.meta.url).href;
  const thread = await openProcess('def answer(question): return question', [`--import=${probe}`]);
  const left = JSON.parse(await thread.ask('')) as Record<'names' | 'acting', string[]> & { imports: number };
  thread.end();
  const outside = 'process require fetch eval setTimeout WebSocket XMLHttpRequest Buffer self'.split(' ');
  expect(left.names.filter((name) => outside.includes(name))).toEqual([]);
  expect(left.names).toContain('WebAssembly');
  expect(left).toMatchObject({ makesCode: false });
  expect(left.imports).toBeGreaterThan(290);
  // The first function calls a function of WebAssembly by its address. The others copy and enlarge its memory.
  expect(left.acting.toSorted()).toEqual([
    ...['_PyEM_TrampolineCall_JS', 'emscripten_get_heap_max', 'emscripten_memcpy_js', 'emscripten_resize_heap'],
  ]);
}, 300_000);

it('says when Python cannot be started, tries again, and takes no answer that it does not know', async () => {
  let opened = 0;
  const python = new Python(async () => {
    opened += 1;
    if (opened === 1) throw new Error('no network');
    return { ask: async (text) => text, end: () => {} };
  });
  const asIs = (text: string) => text;
  await expect(python.ask('a', asIs)).rejects.toThrow('no network');
  expect(await python.ask('a', asIs)).toBe('a');
  for (const answer of ['', '1', '{"calls": 1}', '{"calls": [{"dict": []}]}', '{"calls": [], "error": ""}'])
    expect((await decodePythonCalls(answer, python)).error?.code).toBe('python-no-end');
  expect(opened).toBe(6);
});
