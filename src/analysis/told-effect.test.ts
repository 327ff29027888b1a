import { expect, it } from 'vitest';
import { toldEffect } from './told-effect.ts';

const written = (level: (number | null)[]) => ({ texts: level.map(String), level, skills: {} });

it('compares context by context, where both texts are tasks', () => {
  const effect = toldEffect({ asTold: written([1, 2, null, 4, 5]), otherwise: written([1, 4, 3, null, 6]) });
  expect(effect).toMatchObject({ texts: 5, same: 1, asTold: 3, otherwise: 3.5, difference: { n: 3, mean: 1 } });
  const { low, high } = effect.difference!.interval!;
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
});

it('says nothing of levels where too few texts are tasks', () => {
  const effect = toldEffect({ asTold: written([null, 2]), otherwise: written([null, null]) });
  expect(effect).toEqual({ texts: 2, same: 1, asTold: 2, otherwise: null, difference: null });
});
