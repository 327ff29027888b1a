import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../common/testing/processor-time.ts';
import { parseTypedJson, pyFromJson } from './json.ts';
import { parseLiteral, parsePython } from './testing/parse.ts';
import { PyDict, PyTuple, pyEquals, pyRepr, pyTypeName, type PyValue } from './value.ts';

const scalar: fc.Arbitrary<PyValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  // Python cannot read half a surrogate pair.
  fc.string({ unit: 'grapheme' }),
);
const key = fc.oneof(fc.string({ unit: 'grapheme' }), fc.bigInt());
const { value: anyValue } = fc.letrec<{ value: PyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => new PyTuple(items)),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => new PyDict(entries)),
  ),
}));

const value = (text: string) => {
  const parsed = parseLiteral(text);
  if (parsed.error !== null) throw new Error(`${text}: ${parsed.error.message}`);
  return parsed.value;
};

describe('Python literals', () => {
  it('keeps int and float apart, and equal', () => {
    expect([5n, 5, true].map(pyTypeName)).toEqual(['int', 'float', 'bool']);
    expect(value('5')).toBe(5n);
    expect(value('5.0')).toBe(5);
    expect(value('1_000')).toBe(1000n);
    expect(value('0xff')).toBe(255n);
    expect(value('-1e3')).toBe(-1000);
    expect(pyEquals(5n, 5)).toBe(true);
    expect(pyEquals(true, 1)).toBe(true);
    expect(pyEquals(2n ** 53n + 1n, 2 ** 53)).toBe(false);
    expect(pyEquals([1n], new PyTuple([1n]))).toBe(false);
  });

  it('reads strings as Python does', () => {
    expect(value(String.raw`'it\'s' " and" r'\d'`)).toBe(String.raw`it's and\d`);
    expect(
      value(String.raw`'\x41\u00e9\U0001F600\101\q\
'`),
    ).toBe(String.raw`Aé😀A\q`);
    expect(value("'''two\r\nlines'''")).toBe('two\nlines');
    for (const bad of ["'open", String.raw`'\x4'`, "'a\nb'", "'a' b'b'"])
      expect(parseLiteral(bad).error).not.toBeNull();
  });

  it('reads a dictionary whose keys are one in Python as one', () => {
    const dict = value("{1: 'a', 1.0: 'b', True: 'c', (1, 2): 'd'}") as PyDict;
    expect(dict.size).toBe(2);
    expect(dict.get(1n)).toBe('c');
    expect(dict.get(new PyTuple([1n, 2]))).toBe('d');
    expect(parseLiteral('{[]: 1}').error?.message).toMatch(/list cannot be a dictionary key/);
  });

  it('writes floats as Python does', () => {
    const written = [5, 0, -0, 1e16, 1e15, 1e-5, 1e-4, 123.456, 1e300].map(pyRepr);
    expect(written).toEqual([
      '5.0',
      '0.0',
      '-0.0',
      '1e+16',
      '1000000000000000.0',
      '1e-05',
      '0.0001',
      '123.456',
      '1e+300',
    ]);
  });

  it('refuses what is not a literal', () => {
    for (const text of ['', 'x', 'f()', '[1,', '1 2', 'lambda: 1', '[x for x in y]', '012', '{**a}', '$', '\0']) {
      expect(parseLiteral(text).error, text).not.toBeNull();
    }
  });

  it('reads back every value it writes', () => {
    fc.assert(
      fc.property(anyValue, (original) => {
        const read = value(pyRepr(original));
        expect(pyEquals(read, original)).toBe(true);
        expect(pyRepr(read)).toBe(pyRepr(original));
      }),
      { numRuns: 200 },
    );
  });

  it('never throws, whatever the text', () => {
    const pythonish = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '(',
            ')',
            '[',
            ']',
            '{',
            '}',
            ',',
            ':',
            '=',
            '==',
            '**',
            '*',
            '-',
            '.',
            '\n',
            '#',
            '\\',
            "'''",
          ),
          fc.constantFrom(
            ' lambda ',
            ' for ',
            ' in ',
            ' if ',
            ' else ',
            ' not ',
            ' await ',
            ' is ',
            "'",
            '"',
            'rb"',
            '1e',
          ),
          fc.constantFrom('f', 'x', '1', '2.5', "'s'", 'None', ':=', '...', ' ', '\t', 'é', '\ud800'),
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pythonish), (text) => {
        const parsed = parsePython(text);
        if (parsed.value !== null) parsed.value.textOf(parsed.value.root);
        parseLiteral(text);
        parseTypedJson(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('answers hostile texts of 200,000 characters in time that grows with their length', () => {
    const repeated = [
      '(',
      '[',
      '{',
      '-',
      'not ',
      'f(',
      'lambda:',
      '1+',
      '1**',
      'x.',
      'x[',
      "'",
      '"""',
      '\\',
      '#',
      'a=',
      'f(a=',
      '{1:',
      '1_',
      '\n',
      '"\\',
    ];
    for (const part of repeated) {
      const text = part.repeat(200_000 / part.length);
      const milliseconds = processorTime(() => {
        parseLiteral(text);
        parseTypedJson(text);
      });
      expect(milliseconds, part).toBeLessThan(2000);
    }
  });
});

describe('JSON with Python numbers', () => {
  it('keeps int and float apart', () => {
    const { value: parsed } = parseTypedJson('{"a": [1, 1.0, 1e2, -0, NaN, -Infinity], "1.5": "2 \\" 3"}');
    const read = pyFromJson(parsed) as PyDict;
    expect(read.get('a')).toEqual([1n, 1, 100, 0n, NaN, -Infinity]);
    expect(read.get('1.5')).toBe('2 " 3');
  });

  it('agrees with JSON.parse but for the kind of number', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (original) => {
        const { value: parsed, error } = parseTypedJson(JSON.stringify(original));
        expect(error).toBeNull();
        const plain = JSON.stringify(parsed, (_, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));
        expect(JSON.parse(plain)).toEqual(JSON.parse(JSON.stringify(original)));
      }),
    );
  });

  it('refuses what is not JSON, and nests only so far', () => {
    for (const text of ['', '{', '01', '1.', '--1', '1.2.3', "{'a': 1}", '[1,]', '"\\']) {
      expect(parseTypedJson(text).error, text).not.toBeNull();
    }
    const deep = parseTypedJson('['.repeat(1000) + ']'.repeat(1000));
    expect(() => pyFromJson(deep.value)).toThrow(/nested/);
  });
});
