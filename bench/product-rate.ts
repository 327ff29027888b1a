/**
 * @file Measures the speed of a device's matrix kernel, and counts the dispatches of jobs.
 *
 * A single product takes less time than its readback, or than a clock can resolve. So it is repeated until it takes
 * long enough, and the time of an empty readback is subtracted.
 */
import { median } from 'simple-statistics';
import type { Device } from '../src/tensor/device.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { packHalves } from '../src/tensor/packed-numbers.ts';
import { Tape } from '../src/tensor/tape.ts';
import type { Precision } from '../src/tensor/tensor.ts';

/** A round lasts at least this many milliseconds, much longer than its readback. */
const ROUND_TIME = 30;
const MOST_REPETITIONS = 100_000;
/** Maximum growth of repetitions at once, because a clock may report no time for short work. */
const GROWTH = 200;

/**
 * Returns the milliseconds per execution in each round. The first execution compiles and does not count.
 * @param finish runs the recorded work and waits for it
 */
async function repeatedTime(record: () => void, finish: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const timeOf = async (repetitions: number) => {
    const start = performance.now();
    for (let i = 0; i < repetitions; i++) record();
    await finish();
    return performance.now() - start;
  };
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
  return times.map((each) => each / repetitions);
}

export type Product = readonly [m: number, n: number, k: number];

/**
 * Values are not 0, because products of zeros take less power and may be faster. They repeat, because computing a large
 * matrix takes long.
 */
const PATTERN = Float32Array.from({ length: 4099 }, (_, i) => Math.sin(i + 1));
function values(size: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(size);
  for (let start = 0; start < size; start += PATTERN.length) all.set(PATTERN.subarray(0, size - start), start);
  return all;
}

/**
 * Returns operations per second of [m, k] · [k, n], as the median over rounds.
 * @param dtype of the second matrix
 */
export async function productRate(
  device: Device,
  [m, n, k]: Product,
  rounds: number,
  dtype: Precision = 'f32',
): Promise<number> {
  const tape = new Tape(device, false);
  const factor = values(k * n);
  const [a, b, c] = [tape.upload(values(m * k), [m, k]), tape.allocate([k, n], dtype), tape.allocate([m, n])];
  device.write(b, dtype === 'f16' ? packHalves(factor) : factor);
  const times = await repeatedTime(
    () => multiply(tape, a, b, c),
    () => device.read(c.view([4])),
    rounds,
  );
  tape.dispose();
  return (2 * m * k * n) / (median(times) / 1000);
}

export const dispatchesOf = (device: Device): number =>
  device.kernels().reduce((sum, { dispatches }) => sum + dispatches, 0);
