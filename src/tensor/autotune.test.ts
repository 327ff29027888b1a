import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tuneMatmul, type Measure } from './autotune.ts';
import type { Device } from './device.ts';
import { multiply } from './ops/matmul.ts';
import { tiledVariants } from './ops/matmul-kernels.ts';
import { RandomStream } from '../random/random-stream.ts';
import { Tape } from './tape.ts';
import { openTestDevice, randomArray } from './testing/check-op.ts';

const memory = () => {
  const entries = new Map<string, number>();
  return {
    entries,
    get: async (key: string) => entries.get(key),
    set: async (key: string, value: number) => void entries.set(key, value),
  };
};

describe('tuneMatmul', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice('tiled');
  });
  afterAll(() => device.destroy());
  /** The same device, as if it were a graphics processor. */
  const graphicsProcessor = () =>
    Object.assign(Object.create(device) as Device, { adapter: { name: 'test gpu', isFallback: false } });

  it('measures once per adapter, gives slow candidates up, and keeps the best', async () => {
    const cache = memory();
    const measured: number[] = [];
    const speeds = [3, 1, 500, 2];
    const measure: Measure = async (_, variant) => {
      measured.push(variant);
      return speeds[variant];
    };
    expect(await tuneMatmul(graphicsProcessor(), cache, measure)).toBe(1);
    expect(measured).toEqual([0, 0, 1, 1, 2, 3, 3]);
    const again = graphicsProcessor();
    expect(await tuneMatmul(again, cache, measure)).toBe(1);
    expect(again.matmulVariant).toBe(1);
    expect(measured).toHaveLength(7);
  });

  it('leaves a software adapter alone', async () => {
    const cache = memory();
    expect(await tuneMatmul(device, cache, async () => expect.fail('measured'))).toBe(0);
    expect(cache.entries.size).toBe(0);
  });

  it('chooses between kernels that give the same bits', async () => {
    const random = new RandomStream(4, 4);
    const tape = new Tape(device, false);
    const a = tape.upload(randomArray(random, [70, 40]), [70, 40]);
    const b = tape.upload(randomArray(random, [40, 68]), [40, 68]);
    const results = [];
    for (const variant of tiledVariants.keys()) {
      const out = tape.allocate([70, 68]);
      device.matmulVariant = variant;
      multiply(tape, a, b, out);
      results.push(await device.read(out));
    }
    device.matmulVariant = 0;
    expect(results[0].some((value) => value !== 0)).toBe(true);
    for (const result of results) expect(result).toEqual(results[0]);
    tape.dispose();
  });
});
