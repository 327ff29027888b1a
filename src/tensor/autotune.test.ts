/** @file The choice of a kernel variant on a simulated graphics processor: only products advance its clock. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { tuneMatmul, type TuningCache } from './autotune.ts';
import type { Device } from './device.ts';
import type { Kernel } from './kernel.ts';
import { multiply, multiplyTransposed } from './ops/matmul.ts';
import { profiles, type Profile } from './profile.ts';
import { Tape } from './tape.ts';
import { Tensor } from './tensor.ts';
import { openTestDevice, randomArray } from './testing/check-op.ts';

const PRODUCT = { layout: 'rows', precision: 'f32', hasAddend: false } as const;
/** Milliseconds of a readback. */
const ROUND_TRIP = 3;

/**
 * @param times milliseconds of a product of a training step and of a decoding step, for each variant
 * @param bits what the products of each variant give; default: the same
 * @param unbuilt the variant that the adapter cannot build
 */
function pretendedGpu(
  times: readonly (readonly [number, number])[],
  profile: Partial<Profile> = {},
  adapter: Partial<Device['adapter']> = {},
  bits: readonly number[] = [],
  unbuilt?: number,
) {
  let clock = 0;
  const products = times.map(() => 0);
  const device = {
    profile: {
      ...profiles.tiled,
      products: { ...profiles.tiled.products, variants: profiles.tiled.products.variants.slice(0, times.length) },
      ...profile,
    },
    adapter: { name: 'test gpu', details: '', isFallback: false, ...adapter },
    matmulVariant: 0,
    allocate: (shape: readonly number[]) => new Tensor(shape, 'f32', {} as GPUBuffer),
    upload: (_: unknown, shape: readonly number[]) => new Tensor(shape, 'f32', {} as GPUBuffer),
    release() {},
    builds: async (kernel: Kernel) =>
      unbuilt === undefined || kernel !== profiles.tiled.products.plain(PRODUCT, { m: 0, k: 0, n: 0 }, unbuilt).kernel,
    run(this: Device, _kernel: unknown, _bindings: unknown, { m }: { m: number }) {
      products[this.matmulVariant]++;
      clock += times[this.matmulVariant][m > 64 ? 0 : 1];
    },
    async read() {
      clock += ROUND_TRIP;
      return new Float32Array(1);
    },
    async readAll(this: Device) {
      return [Float32Array.of(bits[this.matmulVariant] ?? 0)];
    },
  } as unknown as Device;
  return { device, now: () => clock, products };
}

function memoryCache(): TuningCache & { entries: Map<string, number> } {
  const entries = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, variant) => void entries.set(key, variant),
    exclusively(work) {
      const run = last.then(work);
      last = run;
      return run;
    },
  };
}

const TIMES: [number, number][] = [
  [3, 0.03],
  [1, 0.04],
  [2, 0.01],
  [4, 0.02],
];
const tune = (gpu: ReturnType<typeof pretendedGpu>, cache: TuningCache, changes: object = {}) =>
  tuneMatmul(gpu.device, { cache, enabled: true, runtime: 'browser 1', now: gpu.now, ...changes });

describe('tuneMatmul', () => {
  it('chooses the fastest over all shapes, each relative to the first variant', async () => {
    const gpu = pretendedGpu(TIMES);
    // Relative to the first variant: 1 + 1 + 1, 1/3 + 4/3 + 4/3, 2/3 + 1/3 + 1/3, 4/3 + 2/3 + 2/3.
    expect(await tune(gpu, memoryCache())).toEqual({ by: 'measurement', variant: 2, variants: 4 });
    expect(gpu.device.matmulVariant).toBe(2);
    expect(gpu.device.tuning).toEqual({ by: 'measurement', variant: 2, variants: 4 });
  });

  it('takes no variant that gives other bits than the first, however fast it is', async () => {
    const gpu = pretendedGpu(TIMES, {}, {}, [1, 1, 2, 1]);
    expect(await tune(gpu, memoryCache())).toMatchObject({ variant: 3 });
  });

  it('takes no variant that cannot be built', async () => {
    const gpu = pretendedGpu(TIMES, {}, {}, [], 2);
    expect(await tune(gpu, memoryCache())).toMatchObject({ variant: 3 });
    expect(gpu.products[2]).toBe(0);
  });

  it('takes less than a second on a graphics processor', async () => {
    const gpu = pretendedGpu(TIMES);
    await tune(gpu, memoryCache());
    expect(gpu.now()).toBeLessThan(1000);
  });

  it('gives up a candidate after one product that takes longer than 200 ms', async () => {
    const gpu = pretendedGpu([TIMES[0], [201, 0.001], TIMES[2], TIMES[3]]);
    expect(await tune(gpu, memoryCache())).toMatchObject({ variant: 2 });
    // The product that compiles, and the one that was too slow.
    expect(gpu.products[1]).toBe(2);
    const slowDefault = pretendedGpu([[500, 500], TIMES[1], TIMES[2], TIMES[3]]);
    expect(await tune(slowDefault, memoryCache())).toMatchObject({ variant: 2 });
  });

  it('measures once for all devices of an adapter, though they open at the same time', async () => {
    const cache = memoryCache();
    const gpus = [pretendedGpu(TIMES), pretendedGpu(TIMES)];
    const chosen = await Promise.all(gpus.map((gpu) => tune(gpu, cache)));
    // Which of them is first is not defined: each hashes the kernels before it asks for the cache.
    expect(chosen.map(({ by }) => by).toSorted()).toEqual(['cache', 'measurement']);
    for (const { device } of gpus) expect(device.matmulVariant).toBe(2);
    const other = gpus[chosen.findIndex(({ by }) => by === 'cache')];
    expect(other.products).toEqual([0, 0, 0, 0]);
  });

  it('measures again for another adapter, driver, browser or kernel', async () => {
    const cache = memoryCache();
    await tune(pretendedGpu(TIMES), cache);
    expect((await tune(pretendedGpu(TIMES, {}, { name: 'other gpu' }), cache)).by).toBe('measurement');
    expect((await tune(pretendedGpu(TIMES, {}, { details: 'driver 2' }), cache)).by).toBe('measurement');
    expect((await tune(pretendedGpu(TIMES), cache, { runtime: 'browser 2' })).by).toBe('measurement');
    expect((await tune(pretendedGpu(TIMES), cache)).by).toBe('cache');
    // As an earlier version of the program would have left it.
    const old = [...cache.entries].map(
      ([key, variant]) => [key.replace(/^matmul \w{12},/, 'matmul 0,'), variant] as const,
    );
    cache.entries.clear();
    for (const [key, variant] of old) cache.entries.set(key, variant);
    expect((await tune(pretendedGpu(TIMES), cache)).by).toBe('measurement');
  });

  it('measures again if the cache holds no variant', async () => {
    const cache = memoryCache();
    await tune(pretendedGpu(TIMES), cache);
    for (const key of cache.entries.keys()) cache.entries.set(key, 99);
    expect((await tune(pretendedGpu(TIMES), cache)).by).toBe('measurement');
  });

  it.each([
    { what: 'a software adapter', profile: { isTuned: false }, enabled: true, reason: 'software-adapter' },
    { what: 'a device when tuning is switched off', profile: {}, enabled: false, reason: 'switched-off' },
  ])('leaves $what alone', async ({ profile, enabled, reason }) => {
    const cache = memoryCache();
    const gpu = pretendedGpu(TIMES, profile);
    expect(await tune(gpu, cache, { enabled })).toEqual({ by: 'default', reason });
    expect(gpu.device.matmulVariant).toBe(0);
    expect(gpu.products).toEqual([0, 0, 0, 0]);
    expect(cache.entries.size).toBe(0);
  });
});

describe('the variants', () => {
  it('give the same bits, also where a long sum is split', async () => {
    const device = await openTestDevice('tiled');
    const random = new RandomStream(4, 4);
    const tape = new Tape(device, false);
    const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
    const [a, b, columns, rows] = [upload(70, 40), upload(40, 68), upload(1100, 8), upload(1100, 12)];
    const results = [];
    for (let variant = 0; variant < device.profile.products.variants.length; variant++) {
      const [out, sums] = [tape.allocate([70, 68]), tape.allocate([8, 12])];
      device.matmulVariant = variant;
      multiply(tape, a, b, out);
      multiplyTransposed(tape, columns, rows, sums, false);
      results.push(await device.readAll([out, sums]));
    }
    for (const product of results[0]) expect(product.some((value) => value !== 0)).toBe(true);
    for (const result of results) expect(result).toEqual(results[0]);
    tape.dispose();
    device.destroy();
  });
});
