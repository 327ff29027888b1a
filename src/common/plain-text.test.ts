import { expect, it } from 'vitest';
import { plainJson, plainText, shortPlainText, unseenCharacter } from './plain-text.ts';

it('replaces invisible characters by their codes, and keeps all others', () => {
  expect(plainText('a\u202Eb\u2066c\u0000\u001b[0m\r')).toBe('a‹U+202E›b‹U+2066›c‹U+0000›‹U+001B›[0m‹U+000D›');
  expect(plainText('\ud800x')).toBe('‹U+D800›x');
  const left = 'tab\tand line\nעברית مرحبا می‌خواهم 👨‍👩‍👧 <b>&amp;';
  expect(plainText(left)).toBe(left);
});

it('cuts a text between characters, and names the first invisible one', () => {
  expect(shortPlainText('a\u202Ebc', 2)).toBe('a‹U+202E›…');
  expect(shortPlainText('😀😀', 3)).toBe('😀…');
  expect(shortPlainText('abc', 3)).toBe('abc');
  expect(unseenCharacter('a\u200Bb\u202E')).toBe('U+200B');
  expect(unseenCharacter('می‌خواهم\n')).toBeUndefined();
});

it('escapes invisible characters in JSON, which still parses to the same data', () => {
  const value = { 'a\u202E': '\u0000\u009b\u2028é' };
  const json = plainJson(JSON.stringify(value));
  expect(plainText(json)).toBe(json);
  expect(JSON.parse(json)).toEqual(value);
});
