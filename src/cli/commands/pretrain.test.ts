import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RECIPES } from '../../pretraining/recipes.ts';
import { compareHash, writeEntry } from './pretrain.ts';

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

it('changes no byte of the manifest for a model that is made again and is the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-manifest-'));
  const shipped = await readFile('models/manifest.json', 'utf8');
  await writeFile(join(folder, 'manifest.json'), shipped);
  const { models } = JSON.parse(shipped) as { models: (Parameters<typeof writeEntry>[1] & { shipped?: boolean })[] };
  const { shipped: isShipped, ...entry } = models.find(({ name }) => name === 'discovery-agent-b')!;
  expect(isShipped).toBe(false);
  await writeEntry(folder, entry);
  expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(shipped);
  await rm(folder, { recursive: true });
});
