import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownValue } from './plain-json.ts';
import { recordOf } from './record.ts';
import { schemaProblems } from './schema-problems.ts';

const name = fc.oneof(fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)), fc.string());

it('reads a record of any names', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (names, others) => {
      const json = `{${names.map((one, i) => `${JSON.stringify(one)}:${i}`).join(',')}}`;
      const read = recordOf(z.number()).parse(JSON.parse(json));
      for (const [i, one] of names.entries()) expect(ownValue(read, one)).toBe(i);
      for (const one of others) if (!names.includes(one)) expect(ownValue(read, one)).toBeUndefined();
      expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(json)));
    }),
  );
});

it('names the place of a wrong value', () => {
  const { error } = z.object({ counts: recordOf(z.number()) }).safeParse({ counts: { a: 1, b: 'x' } });
  expect(schemaProblems(error!)).toEqual([{ place: 'counts.b', cause: 'expected number, not string' }]);
  expect(schemaProblems(recordOf(z.number()).safeParse([]).error!)).toEqual([
    { place: 'the whole', cause: 'expected record' },
  ]);
});
