/**
 * @file Measures the speed of a device's matrix kernel, and counts dispatches.
 *
 * A single product may take less time than reading its result, or than the clock can resolve. So the product is
 * repeated until it takes long enough, and the time of a read alone is subtracted.
 */
import { median } from 'simple-statistics';
import type { Device } from '../src/tensor/device.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { Tape } from '../src/tensor/tape.ts';

export type Product = readonly [m: number, n: number, k: number];

/** Minimum milliseconds of a round, much more than the read of its result takes. */
const ROUND_TIME = 30;
const MOST_REPETITIONS = 100_000;
/** Maximum factor by which repetitions grow. It is used if the clock reports no time for short work. */
const GROWTH = 200;

/** Returns values that are not 0, because products of zeros take less power and may be faster. */
const values = (size: number) => new Float32Array(size).map((_, i) => Math.sin(i + 1));

/** Returns the floating-point operations per second of the product [m, k] · [k, n] in f32, as the median of rounds. */
export async function productRate(device: Device, [m, n, k]: Product, rounds: number): Promise<number> {
  const tape = new Tape(device, false);
  const [a, b, c] = [tape.upload(values(m * k), [m, k]), tape.upload(values(k * n), [k, n]), tape.allocate([m, n])];
  const timeOf = async (repetitions: number) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) multiply(tape, a, b, c);
    await device.read(c.view([4]));
    return performance.now() - start;
  };
  // Do one untimed product, which compiles the kernel.
  await timeOf(1);
  const roundTrip = await timeOf(0);
  let repetitions = 1;
  let time = (await timeOf(1)) - roundTrip;
  while (time < ROUND_TIME && repetitions < MOST_REPETITIONS) {
    const growth = time > 0 ? Math.min(GROWTH, ROUND_TIME / time) : GROWTH;
    repetitions = Math.min(MOST_REPETITIONS, Math.ceil(repetitions * growth));
    time = (await timeOf(repetitions)) - roundTrip;
  }
  const times = [time];
  while (times.length < rounds) times.push((await timeOf(repetitions)) - roundTrip);
  tape.dispose();
  return (2 * m * k * n) / (median(times) / repetitions / 1000);
}

export const dispatchesOf = (device: Device): number =>
  device.kernels().reduce((sum, { dispatches }) => sum + dispatches, 0);
