import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../../common/testing/processor-time.ts';
import { beforeParenthesis, extractFromTo, nameAndCity } from './plan.ts';

describe('wordings of itineraries', () => {
  /** Makes short texts of the parts on which the readings depend. */
  const text = fc
    .array(fc.constantFrom('from', 'to', ' ', '  ', '\n', ',', 'A', 'B', '(', ')', 'x', '-'), { maxLength: 14 })
    .map((parts) => parts.join(''));

  // The reference are the official evaluator's regular expressions. In Python `.` stops at line feeds only.
  const FROM_TO = /from\s+([^\n]+?)\s+to\s+([^,]+)(?=[,\s]|$)/;
  const PARENTHESIS = /^([^\n]*?)\([^)]*\)/;
  const NAME_CITY = /([^\n]*?),\s*([^,]+)(\(\w[\w\s]*\))?$/;

  test('from A to B', () => {
    fc.assert(
      fc.property(text, (value) => {
        const match = FROM_TO.exec(value);
        expect(extractFromTo(value)).toEqual(match === null ? null : { from: match[1], to: match[2] });
      }),
      { numRuns: 3000 },
    );
  });

  test('City(State)', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(beforeParenthesis(value)).toBe(PARENTHESIS.exec(value)?.[1] ?? value);
      }),
    );
  });

  test('Name, City', () => {
    fc.assert(
      fc.property(text, (value) => {
        const match = NAME_CITY.exec(value);
        const expected =
          match === null
            ? { name: '-', city: '-' }
            : { name: match[1].trim(), city: beforeParenthesis(match[2].trim()).trim() };
        expect(nameAndCity(value)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    [
      'Flight Number: F1, from Nashville to Pittsburgh(Pennsylvania), Departure Time: 09:54',
      'Nashville',
      'Pittsburgh(Pennsylvania)',
    ],
    ['from   to Rome', ' ', 'Rome'],
    ['from A to ,', undefined, undefined],
  ])('%j', (value, from, to) => {
    expect(extractFromTo(value)).toEqual(from === undefined ? null : { from, to });
  });

  test('hostile text of the longest length a field may have is read at once', () => {
    const length = 4000;
    for (const part of ['from ', ' ', 'from A to ,', ' to', '(', ',', '\n']) {
      const hostile = `from ${part.repeat(length / part.length)}`;
      const milliseconds = processorTime(() => {
        extractFromTo(hostile);
        nameAndCity(hostile);
        beforeParenthesis(hostile);
      });
      expect(milliseconds).toBeLessThan(1000);
    }
  });
});
