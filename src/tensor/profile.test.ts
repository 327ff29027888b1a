import { expect, it } from 'vitest';
import { softwareProfile } from './testing/software-profile.ts';

const profileWith = (lanes: number, size = { m: 1, k: 1, n: 1 }) => {
  const profile = softwareProfile(lanes);
  const product = { layout: 'rows', precision: 'f32', hasAddend: false } as const;
  return { profile, tile: profile.products.plain(product, size, 0).tile };
};

it.each([4, 8, 16])('a software adapter with subgroups of %i lanes shares rows among quads', (lanes) => {
  expect(profileWith(lanes).profile).toMatchObject({ kernelStyle: 'quad', isTuned: false });
});

it.each([0, 1, 2])(
  'a software adapter with subgroups of %i lanes has the kernels that are correct everywhere',
  (lanes) => {
    expect(profileWith(lanes).profile).toMatchObject({ kernelStyle: 'tiled', isTuned: false });
  },
);

it('large products have a kernel of their own where vectors are four lanes long', () => {
  const small = profileWith(4).tile;
  const tileOf = (multiplyAdds: number, weights: number, lanes = 4) =>
    profileWith(lanes, { m: multiplyAdds / weights, k: 8, n: weights / 8 }).tile;
  expect(tileOf(2 ** 24, 2 ** 12)).not.toEqual(small);
  expect(tileOf(2 ** 20, 2 ** 14)).not.toEqual(small);
  expect(tileOf(2 ** 23, 2 ** 13)).toEqual(small);
  expect(tileOf(2 ** 19, 2 ** 14)).toEqual(small);
  for (const lanes of [8, 16]) expect(tileOf(2 ** 24, 2 ** 14, lanes)).toEqual(profileWith(lanes).tile);
});

it('larger products of larger matrices have the widest tile, where their columns fill it', () => {
  const columnsOf = (m: number, k: number, n: number) => profileWith(4, { m, k, n }).tile.columns;
  expect(columnsOf(2048, 128, 128)).toBe(64);
  expect(columnsOf(2040, 128, 128)).toBe(32);
  expect(columnsOf(8192, 64, 128)).toBe(32);
  expect(columnsOf(2048, 128, 160)).toBe(32);
});

it('all lanes of a vector share the loads of a product where there are eight', () => {
  expect(profileWith(8).profile.products.variants).toEqual(['octet']);
  for (const lanes of [4, 16]) expect(profileWith(lanes).profile.products.variants).toEqual(['quad']);
});
