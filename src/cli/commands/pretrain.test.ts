/** @file A model that is made again is compared with the one that the manifest lists. */
import { expect, it } from 'vitest';
import { RECIPES } from '../../pretraining/recipes.ts';
import { compareHash } from './pretrain.ts';

const [recipe] = RECIPES;
const listed = { sha256: 'a'.repeat(64), recipe: JSON.parse(JSON.stringify(recipe)) as unknown };

it('says that a model has the listed hash, or names both hashes', () => {
  expect(compareHash(listed, recipe, listed.sha256)).toEqual({
    isSame: true,
    sentence: '; the weights have the listed hash',
  });
  const { isSame, sentence } = compareHash(listed, recipe, 'b'.repeat(64));
  expect(isSame).toBe(false);
  expect(sentence).toContain('b'.repeat(64));
  expect(sentence).toContain(listed.sha256);
});

it('compares nothing if the recipe is another, or is not listed', () => {
  for (const entry of [undefined, { ...listed, recipe: { ...recipe, seed: recipe.seed + 1 } }])
    expect(compareHash(entry, recipe, 'b'.repeat(64))).toEqual({ isSame: true, sentence: '' });
});
