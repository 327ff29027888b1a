import { expect, it } from 'vitest';
import { profileOf, profiles } from './profile.ts';

const adapter = (isFallbackAdapter: boolean, lanes: number) =>
  ({
    info: { isFallbackAdapter, subgroupMinSize: lanes, subgroupMaxSize: lanes },
    features: new Set(lanes ? ['subgroups'] : []),
  }) as unknown as GPUAdapter;

it('gives quads to a software adapter whose subgroups have at least four threads, and to no other adapter', () => {
  for (const lanes of [4, 8, 16]) expect(profileOf(adapter(true, lanes))).toBe(profiles.quad);
  for (const lanes of [0, 1, 2]) expect(profileOf(adapter(true, lanes))).toBe(profiles.tiled);
  expect(profileOf(adapter(false, 32))).toBe(profiles.tiled);
});

it('has a kernel of its own for large products on both kinds of adapter', () => {
  const product = { layout: 'rows', precision: 'f32', hasAddend: false } as const;
  const kernelOf = (style: 'quad' | 'tiled', multiplyAdds: number, weights: number) =>
    profiles[style].products.plain(product, { m: multiplyAdds / weights, k: 8, n: weights / 8 }).kernel;
  const small = kernelOf('quad', 8, 8);
  expect(kernelOf('quad', 2 ** 24, 2 ** 12)).not.toBe(small);
  expect(kernelOf('quad', 2 ** 20, 2 ** 14)).not.toBe(small);
  expect(kernelOf('quad', 2 ** 23, 2 ** 13)).toBe(small);
  expect(kernelOf('quad', 2 ** 19, 2 ** 14)).toBe(small);
  // The product has 256 tiles of 64 × 64.
  const few = kernelOf('tiled', 8, 8);
  expect(kernelOf('tiled', 2 ** 23, 2 ** 12)).not.toBe(few);
  expect(kernelOf('tiled', 2 ** 22, 2 ** 12)).toBe(few);
});
