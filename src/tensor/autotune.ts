/**
 * @file Chooses the variant of the matrix kernel for a graphics processor, once per adapter: a few candidates, timed on
 * a few shapes. All variants give the same bits (see ops/matmul-kernels.ts), so the choice, though made with a clock,
 * changes no result: one that gives others on this adapter, by its compiler's or driver's doing, is not taken, nor is one
 * that cannot be built there. A software adapter runs other kernels, which have one variant.
 */
import { sha256 } from '../common/sha-256.ts';
import type { Device } from './device.ts';
import { times } from './kernel.ts';
import { packHalves } from './half.ts';
import { multiply, multiplyTransposed } from './ops/matmul.ts';
import { repeatedTime } from './repeated-time.ts';
import { Tape } from './tape.ts';
import type { Precision } from './tensor.ts';
import type { Tuning } from './tuning.ts';

/** Keeps choices between sessions. It may lose them: the kernels are then measured again. */
export interface TuningCache {
  get(key: string): Promise<number | undefined>;
  set(key: string, variant: number): Promise<void>;
  /** Runs `work` while no other thread that shares this cache runs any. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface TuningOptions {
  cache: TuningCache;
  /** False: the default variant stays, so that two measurements of time can be compared exactly. */
  enabled: boolean;
  /** The runtime of WebGPU with its version: the browser, or Dawn in Node. Part of the cache's key. */
  runtime: string;
  /** Default: a product of a training step, and two of decoding steps: of a model from random weights, and of frozen f16. */
  shapes?: readonly Shape[];
  /** A clock, milliseconds. */
  now?: () => number;
}

/** [m, k] · [k, n], the second of them in f32 by default. */
type Shape = readonly [m: number, n: number, k: number, precision?: Precision];

const SHAPES: readonly Shape[] = [
  [4096, 512, 256],
  [64, 512, 256],
  [8, 1536, 576, 'f16'],
];
/**
 * A candidate whose product takes longer than `tooSlow` is given up. Only the fastest round counts, because other work on the
 * machine slows rounds down.
 */
const ROUNDS = { roundTime: 20, most: 200, rounds: 3, tooSlow: 200 };

/**
 * Sets `device.matmulVariant` and `device.tuning`, from the cache or by measuring.
 * @throws CodedError where the device fails
 */
export async function tuneMatmul(device: Device, options: TuningOptions): Promise<Tuning> {
  if (!device.profile.isTuned) return (device.tuning = { by: 'default', reason: 'software-adapter' });
  if (!options.enabled) return (device.tuning = { by: 'default', reason: 'switched-off' });
  const { cache, now = () => performance.now() } = options;
  const { variants } = device.profile.products;
  const key = await cacheKey(device, options.runtime);
  // The devices of two threads on one adapter would slow each other down; the second finds what the first has chosen.
  return cache.exclusively(async () => {
    const cached = await cache.get(key);
    const known = cached !== undefined && cached < variants.length;
    const variant = known ? cached : await fastestVariant(device, now, options.shapes ?? SHAPES);
    if (!known) await cache.set(key, variant);
    device.matmulVariant = variant;
    return (device.tuning = { by: known ? 'cache' : 'measurement', variant, variants: variants.length });
  });
}

/** A product that every variant has a kernel for; those of graphics processors do not depend on its size. */
const PRODUCT = { layout: 'rows', precision: 'f32', hasAddend: false } as const;
const SIZE = { m: 0, k: 0, n: 0 };

/** The key of a choice: another adapter, runtime or kernel source is measured again. */
async function cacheKey({ adapter, profile: { products } }: Device, runtime: string): Promise<string> {
  const source = times(products.variants.length, (variant) => products.plain(PRODUCT, SIZE, variant).kernel.code);
  const kernels = (await sha256(new TextEncoder().encode(source))).slice(0, 12);
  return `matmul ${kernels}, ${adapter.name} ${adapter.details}, ${runtime}`;
}

/** The variant with the least time, all shapes counting alike: each is divided by the time of the first variant. */
async function fastestVariant(device: Device, now: () => number, shapes: readonly Shape[]): Promise<number> {
  const references: number[] = [];
  device.matmulVariant = 0;
  const bits = await bitsOf(device);
  let best = { variant: 0, score: Infinity };
  const { products } = device.profile;
  for (let variant = 0; variant < products.variants.length; variant++) {
    if (!(await device.builds(products.plain(PRODUCT, SIZE, variant).kernel))) continue;
    device.matmulVariant = variant;
    let score = 0;
    for (const [i, shape] of shapes.entries()) {
      const time = await timeProduct(device, shape, now);
      if (time < Infinity) references[i] ??= time;
      score += time < Infinity ? time / references[i] : Infinity;
      if (score >= best.score) break;
    }
    if (score < best.score && (variant === 0 || (await bitsOf(device)) === bits)) best = { variant, score };
  }
  return best.variant;
}

/** What products of each kind give with the device's current variant, as text; no size fills its last tile. */
async function bitsOf(device: Device): Promise<string> {
  const [m, n, k] = [68, 72, 276];
  const tape = new Tape(device, false);
  try {
    const values = (size: number) => Float32Array.from({ length: size }, (_, i) => Math.sin(i + 1));
    const halves = values(k * n);
    // Subnormal in f16, which an adapter may take for 0.
    halves.fill(2 ** -20, 0, n);
    const [a, columns, b] = [
      [m, k],
      [k, m],
      [k, n],
    ].map((shape) => tape.upload(values(shape[0] * shape[1]), shape));
    const products = [0, 1, 2].map(() => tape.allocate([m, n]));
    multiply(tape, a, b, products[0]);
    multiply(tape, a, tape.upload(packHalves(halves), [k, n], 'f16'), products[1]);
    multiplyTransposed(tape, columns, b, products[2], false);
    return (await device.readAll(products)).map((product) => product.join()).join();
  } finally {
    tape.dispose();
  }
}

/** Milliseconds of one product with the device's current variant; Infinity where it was given up. */
async function timeProduct(device: Device, [m, n, k, precision]: Shape, now: () => number): Promise<number> {
  const tape = new Tape(device, false);
  try {
    const [a, b, out] = [tape.allocate([m, k]), tape.allocate([k, n], precision), tape.allocate([m, n])];
    const oneElement = out.view([1]);
    const times = await repeatedTime({
      record: () => multiply(tape, a, b, out),
      finish: () => device.read(oneElement),
      ...ROUNDS,
      now,
    });
    return Math.min(...times);
  } finally {
    tape.dispose();
  }
}
