import { expect, it } from 'vitest';
import { nonFinitePlace } from './plain-json.ts';

it('names the place of a number that JSON cannot hold', () => {
  expect(nonFinitePlace({ steps: [{ loss: 1 }, { loss: NaN }] })).toBe('steps[1].loss');
  expect(nonFinitePlace([0, [1, -Infinity]])).toBe('[1][1]');
  expect(nonFinitePlace({ a: null, b: 'NaN', c: [undefined, true, 1e308, -0] })).toBeNull();
});
