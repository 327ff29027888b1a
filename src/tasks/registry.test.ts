import { expect, it } from 'vitest';
import { FAMILIES, familiesByName, familyByName, familyNames } from './registry.ts';

it('knows each family by its own name', () => {
  expect(FAMILIES.map(({ name }) => name)).toEqual(familyNames);
});

it('finds families, in its own order, and says which there are', () => {
  expect(familiesByName(FAMILIES.map((family) => family.name).reverse())).toEqual(FAMILIES);
  expect(() => familyByName('kitchen')).toThrow(/^unknown-family {"name":"kitchen".*household/);
});
