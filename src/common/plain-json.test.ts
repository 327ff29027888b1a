import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isNestedDeeper, nonFinitePlace, ownValue } from './plain-json.ts';
import { recordOf } from './record-schema.ts';
import { schemaProblems } from './schema-problems.ts';

describe('nesting', () => {
  it('counts levels of lists and objects', () => {
    expect(isNestedDeeper(1, 0)).toBe(false);
    expect(isNestedDeeper([], 0)).toBe(true);
    expect(isNestedDeeper([1, { a: [null] }], 3)).toBe(false);
    expect(isNestedDeeper([1, { a: [null] }], 2)).toBe(true);
    expect(isNestedDeeper(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 200)).toBe(true);
  });
});

describe('a record', () => {
  it('reads a record of any names', () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    const json = `{${names.map((name, i) => `"${name}":${i}`).join(',')}}`;
    const read = recordOf(z.number()).parse(JSON.parse(json));
    expect(JSON.stringify(read)).toBe(json);
    expect(names.map((name) => ownValue(read, name))).toEqual(names.map((_, i) => i));
    expect(names.filter((name) => ownValue({}, name) !== undefined)).toEqual([]);
  });

  it('names the place of a wrong value', () => {
    const { error } = z.object({ counts: recordOf(z.number()) }).safeParse({ counts: { a: 1, b: 'x' } });
    expect(schemaProblems(error!)).toEqual([{ place: 'counts.b', cause: 'expected number, not string' }]);
    expect(schemaProblems(recordOf(z.number()).safeParse([]).error!)).toEqual([
      { place: 'the whole', cause: 'expected record' },
    ]);
  });
});

it('names the place of a number that JSON cannot hold', () => {
  expect(nonFinitePlace({ steps: [{ loss: 1 }, { loss: NaN }] })).toBe('steps[1].loss');
  expect(nonFinitePlace([0, [1, -Infinity]])).toBe('[1][1]');
  expect(nonFinitePlace({ a: null, b: 'NaN', c: [undefined, true, 1e308, -0] })).toBeNull();
});
