import { expect, it } from 'vitest';
import { profileOf, profiles } from './profile.ts';

const adapter = (isFallbackAdapter: boolean, lanes: number) =>
  ({
    info: { isFallbackAdapter, subgroupMinSize: lanes, subgroupMaxSize: lanes },
    features: new Set(lanes ? ['subgroups'] : []),
  }) as unknown as GPUAdapter;

it('gives quads to software adapters whose subgroups have at least four threads, and single lanes to the others', () => {
  for (const lanes of [4, 8, 16]) expect(profileOf(adapter(true, lanes))).toBe(profiles.quad);
  for (const lanes of [0, 1, 2]) expect(profileOf(adapter(true, lanes))).toBe(profiles.single);
  expect(profileOf(adapter(false, 32))).toBe(profiles.tiled);
});

it('has a kernel of its own for large products on graphics processors', () => {
  const product = { layout: 'rows', precision: 'f32', hasAddend: false } as const;
  const kernelOf = (m: number, n: number) => profiles.tiled.products.plain(product, { m, k: 8, n }).kernel;
  // A product gets the large kernel if it has at least 256 tiles of 64 × 64.
  expect(kernelOf(2048, 512)).not.toBe(kernelOf(8, 8));
  expect(kernelOf(1024, 512)).toBe(kernelOf(8, 8));
});
