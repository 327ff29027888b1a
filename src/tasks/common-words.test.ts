import { expect, it } from 'vitest';
import { numberWords, readNumber } from './text.ts';

it('are read back, and nothing else is', () => {
  for (const word of numberWords(0, 48)) expect(readNumber(word)).toBe(Number(word));
  for (const word of ['', '49', '-1', '07', '1.5', '1e1', 'mon', undefined]) expect(readNumber(word)).toBeNull();
});
