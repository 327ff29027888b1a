import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../common/testing/processor-time.ts';
import { parseTypedJson, pyFromJson } from './python.ts';
import { PyDict, pyEquals, pyRepr, PyTuple, pyTypeName } from '../../common/python-value.ts';

describe('values of Python', () => {
  it('keep int and float apart, and equal', () => {
    expect([5n, 5, true].map(pyTypeName)).toEqual(['int', 'float', 'bool']);
    expect(pyEquals(5n, 5)).toBe(true);
    expect(pyEquals(true, 1)).toBe(true);
    expect(pyEquals(2n ** 53n + 1n, 2 ** 53)).toBe(false);
    expect(pyEquals([1n], new PyTuple([1n]))).toBe(false);
  });

  it('are one key of a dictionary where Python says so', () => {
    const dict = new PyDict([
      [1n, 'a'],
      [1, 'b'],
      [true, 'c'],
      [new PyTuple([1n, 2n]), 'd'],
    ]);
    expect(dict.size).toBe(2);
    expect(dict.get(1n)).toBe('c');
    expect(dict.get(new PyTuple([1n, 2]))).toBe('d');
  });

  it('are written as Python does', () => {
    const floats = [5, 0, -0, 1e16, 1e15, 1e-5, 1e-4, 123.456, 1e300].map(pyRepr);
    expect(floats.join(' ')).toBe('5.0 0.0 -0.0 1e+16 1000000000000000.0 1e-05 0.0001 123.456 1e+300');
    expect(pyRepr([new PyTuple([1n]), "it's", '\x00é', new PyDict([['a', null]])])).toBe(
      String.raw`[(1,), "it's", '\x00é', {'a': None}]`,
    );
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

  it('answers hostile texts of 200,000 characters in time that grows with their length', () => {
    for (const part of ['[', '{', '"', '\\', '1_', '-', '"\\', '{"a":']) {
      const text = part.repeat(200_000 / part.length);
      expect(
        processorTime(() => void parseTypedJson(text)),
        part,
      ).toBeLessThan(2000);
    }
  });
});
