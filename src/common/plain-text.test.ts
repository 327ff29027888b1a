import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('shows what is not seen by its code, and leaves all else as it is', () => {
  expect(plainText('a\u202Eb\u2066c\u0000\u001b[0m\r')).toBe('a‹U+202E›b‹U+2066›c‹U+0000›‹U+001B›[0m‹U+000D›');
  expect(plainText('\ud800x')).toBe('‹U+D800›x');
  const left = 'tab\tand line\nעברית مرحبا می‌خواهم 👨‍👩‍👧 <b>&amp;';
  expect(plainText(left)).toBe(left);
});
