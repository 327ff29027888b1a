/** @file CPython in its thread: what it makes of expressions, that texts reach nothing outside, and that none blocks it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { decodePythonCalls } from '../bfcl/decode.ts';
import { nodePython } from '../node-python.ts';
import { Python } from './python.ts';
import { pyRepr } from './value.ts';

/** The value of `a` in `f(a=…)`, in Python's spelling; `null` where the decoder raises an exception. */
async function valueOf(expression: string): Promise<string | null> {
  const { value } = await decodePythonCalls(`f(a=${expression})`, nodePython);
  return value === null ? null : pyRepr(value[0].arguments.get('a')!);
}

/** Results of BFCL's decoder under CPython 3.11. */
it.each([
  ["__import__('sys').version[:5] + ''", "'3.11.'"],
  ["'x'.upper() + ''", "'X'"],
  ["'abc'[::-1] + ''", "'cba'"],
  ["f'{1 + 1}' + 'a'", "'2a'"],
  ['[i * i for i in range(3)] + []', '[0, 1, 4]'],
  ["('a' if 2 > 1 else 'b') + 'c'", "'ac'"],
  ['(lambda x: x + 1)(2) * 2', '6'],
  ['sum([0.1] * 10) + 0', '0.9999999999999999'],
  ['round(2.675, 2) + 0', '2.67'],
  ["'%05.1f' % 3.14159", "'003.1'"],
  ['x[*y]', "'x[(*y,)]'"],
  ['x[ 1:2,"a" ]', `"x[(1:2, 'a')]"`],
  ["g( 'a'  'b',1e3 )", `"g('ab', 1000.0)"`],
  ['{1: (2,), "b": b"c"}', "{1: (2,), 'b': b'c'}"],
  ['1e400', 'inf'],
  ['-0x10', '-16'],
  ['1 < 2', null],
  ["f'{x}'", null],
  ['f"{\'a\'}" + f\'{"b"}\'', "'ab'"],
  ["f'{'a'}' + ''", null],
  ['012', null],
  ['exit() + 1', null],
])('%s is %s', async (expression, expected) => {
  expect(await valueOf(expression)).toBe(expected);
});

describe('an output that Python runs', () => {
  it.each([
    "__import__('js').setTimeout + 1",
    "__import__('pyodide_js').version + ''",
    "__import__('pyodide').code.run_js('1') + 1",
    "__import__('_pyodide_core').JsProxy.__name__ + ''",
    "__import__('importlib').import_module('pyodide.ffi').__name__ + ''",
    "__import__('_pyodide').__name__ + ''",
    "__import__('ctypes').__name__ + ''",
    "__import__('_ctypes').__name__ + ''",
    "__import__('socket').__name__ + ''",
    "__import__('urllib.request').request.urlopen('http://localhost/').status + 1",
    "__import__('os').popen('ls').read() + ''",
    "str(__import__('gc').get_objects()) + ''",
    `open(${JSON.stringify(import.meta.filename)}).read() + ''`,
  ])('reaches nothing outside: %s', async (expression) => {
    expect(await valueOf(expression)).toBeNull();
  });

  it('finds nothing of JavaScript among what is loaded', async () => {
    const names = "','.join(m for m in __import__('sys').modules if 'js' in m.split('_') or 'pyodide' in m) + ''";
    expect(await valueOf(names)).toBe("''");
    const finders = "','.join(type(f).__name__ for f in __import__('sys').meta_path if hasattr(f, 'jsproxies')) + ''";
    expect(await valueOf(finders)).toBe("''");
  });

  it.each(['9 ** 9 ** 9', "__import__('os')._exit(0) or 1 + 1"])(
    'is stopped where it comes to no end, and the next one is read: %s',
    async (expression) => {
      expect(await valueOf(expression)).toBeNull();
      expect(await valueOf('1 + 1')).toBe('2');
    },
  );

  it('is refused without harm where it is nested deep', async () => {
    for (const part of ['(', '[', '-', 'g(', 'not ', '{1:', 'lambda:', 'g(a='])
      expect(await valueOf(part.repeat(20_000))).toBeNull();
    expect(await valueOf('1 + 1')).toBe('2');
  });
});

it('leaves nothing in its thread that reaches files or the network, or makes code of strings', async () => {
  const thread = new Worker(new URL('./testing/closed-thread.mjs', import.meta.url), { execArgv: [] });
  const [{ names, makesCode }] = (await once(thread, 'message')) as [{ names: string[]; makesCode: boolean }];
  await thread.terminate();
  const outside = [
    'process',
    'require',
    'fetch',
    'eval',
    'setTimeout',
    'WebSocket',
    'XMLHttpRequest',
    'Buffer',
    'self',
  ];
  expect(names.filter((name) => outside.includes(name))).toEqual([]);
  expect(names).toContain('WebAssembly');
  expect(makesCode).toBe(false);
});

it('says when Python cannot be started, and tries again', async () => {
  let opened = 0;
  const python = new Python(async () => {
    opened += 1;
    if (opened === 1) throw new Error('no network');
    return { ask: async (text) => text, end: () => {} };
  });
  await expect(python.ask('a')).rejects.toThrow('no network');
  expect(await python.ask('a')).toBe('a');
});
