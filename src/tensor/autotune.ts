/**
 * @file Chooses the matrix kernel's tile for a graphics processor, once per adapter: a few candidates, two shapes (a
 * train step's and a decoding step's), well under a second. All candidates give the same bits (see matmul-kernels.ts), so
 * the choice, though made with a clock, changes no result. A software adapter needs no choice and gets none.
 */
import type { Device } from './device.ts';
import { multiply } from './ops/matmul.ts';
import { tiledVariants } from './ops/matmul-kernels.ts';
import { Tape } from './tape.ts';

/** Where the choice is kept between sessions, such as a table of IndexedDB. */
export interface TuningCache {
  get(key: string): Promise<number | undefined>;
  set(key: string, value: number): Promise<void>;
}

/** Change it when candidates or kernels change: it is part of the cache's key. */
const VERSION = 1;
/** [m, n, k]: rows of a train step, and of a decoding step. */
const SHAPES = [
  [4096, 512, 256],
  [64, 512, 256],
] as const;
const REPETITIONS = 5;
/** A candidate slower than this on one shape is given up, milliseconds. */
const TOO_SLOW = 200;

/** Milliseconds a candidate takes for a product of this shape. */
export type Measure = (device: Device, variant: number, shape: readonly [number, number, number]) => Promise<number>;

/**
 * Sets `device.matmulVariant`, from the cache or by measuring.
 * @returns the index chosen
 */
export async function tuneMatmul(device: Device, cache: TuningCache, measure: Measure = time): Promise<number> {
  if (device.kernels === 'quad' || device.adapter.isFallback) return device.matmulVariant;
  const key = `matmul ${VERSION}: ${device.adapter.name}`;
  const cached = await cache.get(key);
  if (cached !== undefined && cached in tiledVariants) return (device.matmulVariant = cached);
  let best = { variant: 0, total: Infinity };
  for (const variant of tiledVariants.keys()) {
    let total = 0;
    for (const shape of SHAPES) {
      const ms = await measure(device, variant, shape);
      // Shapes count alike, whatever their size.
      total += ms / (shape[0] * shape[1] * shape[2]);
      if (ms > TOO_SLOW) total = Infinity;
      if (total >= best.total) break;
    }
    if (total < best.total) best = { variant, total };
  }
  device.matmulVariant = best.variant;
  await cache.set(key, best.variant);
  return best.variant;
}

async function time(device: Device, variant: number, [m, n, k]: readonly [number, number, number]): Promise<number> {
  device.matmulVariant = variant;
  const tape = new Tape(device, false);
  const [a, b, out] = [tape.allocate([m, k]), tape.allocate([k, n]), tape.allocate([m, n])];
  const last = out.view([1]);
  const once = async (repetitions: number) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) multiply(tape, a, b, out);
    await device.read(last);
    return (performance.now() - start) / repetitions;
  };
  // The first run compiles.
  await once(1);
  const first = await once(1);
  const ms = first > TOO_SLOW ? first : await once(REPETITIONS);
  tape.dispose();
  return ms;
}
