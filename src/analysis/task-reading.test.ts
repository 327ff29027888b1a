import { expect, it } from 'vitest';
import { FAMILIES } from '../tasks/registry.ts';
import { readTask } from './task-reading.ts';

it('reads the goals of a household task, and its answer', () => {
  expect(readTask({ family: 'household', text: 'clean apple & heat mug' })).toEqual({
    fields: [{ name: 'goals', lines: ['thing apple, action clean', 'thing mug, action heat'] }],
    answers: ['apple clean sink mug heat oven'],
  });
});

it.each(FAMILIES.map((family) => [family.name, family] as const))('reads tasks of %s', (name, family) => {
  for (let level = 1; level <= family.levels; level++)
    for (const text of family.heldOut('development', level, 2)) {
      const { fields, answers } = readTask({ family: name, text })!;
      expect(fields.flatMap(({ lines }) => lines).join(' ')).not.toMatch(/\[object|undefined|null/);
      expect(fields.length).toBeGreaterThan(0);
      const parsed = family.parse(text);
      expect(parsed.ok && family.score(parsed.task, answers!).success).toBe(true);
    }
});

it('reads nothing from a text that is no task', () => {
  expect(readTask({ family: 'household', text: 'apple apple' })).toBeNull();
  expect(readTask({ family: 'another trainer', text: 'clean apple' })).toBeNull();
});
