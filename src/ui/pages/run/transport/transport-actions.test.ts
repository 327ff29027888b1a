import { expect, it } from 'vitest';
import { text } from '../../../../text/text.ts';
import { type KeyPress, SHORTCUT_NAMES, shortcutOf, shortcuts } from './transport-actions.ts';

it('gives every name one shortcut with words, and every key one meaning', () => {
  expect(shortcuts.map(({ name }) => name)).toEqual(SHORTCUT_NAMES);
  const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const name of SHORTCUT_NAMES) expect(text.shortcuts.actions[name]).toBeTruthy();
});

it('leaves keys to fields and controls', () => {
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
