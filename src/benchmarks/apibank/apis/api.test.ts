import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateFormat, strptime } from './api.ts';

describe('strptime', () => {
  const FORMATS: DateFormat[] = ['%Y-%m-%d %H:%M:%S', '%Y-%m-%d', '%m-%d'];
  const format = fc.constantFrom(...FORMATS);
  const dateLike = fc
    .array(fc.constantFrom('2023', '02', '29', '31', '1', '0', '-', ':', ' ', '\n', 'x'), { maxLength: 14 })
    .map((parts) => parts.join(''));

  it('reads a text or says why not, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(dateLike, fc.string({ unit: 'binary' })), format, (text, given) => {
        const { value, error } = strptime(text, given);
        if (error !== null) expect(error).not.toBe('');
        else expect(strptime(value, given)).toEqual({ value, error: null });
      }),
    );
  });

  it('reads back every date it writes', () => {
    const date = fc.date({ min: new Date(0), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (moment) => {
        const text = moment.toISOString().slice(0, 19).replace('T', ' ');
        expect(strptime(text, '%Y-%m-%d %H:%M:%S')).toEqual({ value: text, error: null });
        expect(strptime(text.slice(0, 10), '%Y-%m-%d')).toEqual({ value: text.slice(0, 10), error: null });
      }),
    );
  });
});
