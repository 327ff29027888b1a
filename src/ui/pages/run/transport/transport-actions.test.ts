import { expect, it } from 'vitest';
import { type KeyPress, shortcutOf, shortcuts } from './transport-actions.ts';

it('gives every key one meaning', () => {
  const keys = shortcuts.flatMap((shortcut): readonly string[] => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it('ignores keys that a field or control uses', () => {
  const press = (key: string, on: KeyPress['on'], modified = false) => shortcutOf({ key, on, modified })?.name;
  expect(press(' ', 'page')).toBe('play');
  expect(press(' ', 'button')).toBeUndefined();
  expect(press(' ', 'row')).toBeUndefined();
  expect(press('ArrowLeft', 'button')).toBe('back');
  expect(press('ArrowLeft', 'row')).toBeUndefined();
  expect(press('s', 'row')).toBe('stepStage');
  expect(press('s', 'field')).toBeUndefined();
  expect(press('s', 'page', true)).toBeUndefined();
  expect(press('x', 'page')).toBeUndefined();
});
