/**
 * @file Measures the speed of a device's matrix kernel, and counts the dispatches of jobs.
 *
 * A single product takes less time than its readback, or than a clock can resolve. So it is repeated until it takes
 * long enough, and the time of an empty readback is subtracted.
 */
import { median } from 'simple-statistics';
import type { Device } from '../src/tensor/device.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { placeFourBits } from '../src/tensor/ops/transpose.ts';
import { packHalves } from '../src/tensor/packed-numbers.ts';
import { Tape } from '../src/tensor/tape.ts';
import type { MatrixPrecision } from '../src/tensor/tensor.ts';

interface Repetition {
  record(): void;
  /** Runs the recorded work and waits for it. */
  finish(): Promise<unknown>;
  /** A round lasts at least this many milliseconds, unless it first reaches `most` repetitions. */
  roundTime: number;
  most: number;
  rounds: number;
}

/** Maximum growth of repetitions at once, because a clock may report no time for short work. */
const GROWTH = 200;

/** Returns the milliseconds per execution in each round. The first execution compiles and does not count. */
async function repeatedTime(options: Repetition): Promise<number[]> {
  const { record, finish, roundTime, most, rounds } = options;
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
  while (time < roundTime && repetitions < most) {
    const growth = time > 0 ? Math.min(GROWTH, roundTime / time) : GROWTH;
    repetitions = Math.min(most, Math.ceil(repetitions * growth));
    time = (await timeOf(repetitions)) - roundTrip;
  }
  const times = [time];
  while (times.length < rounds) times.push((await timeOf(repetitions)) - roundTrip);
  // A coarse clock (some browsers round to 1 ms) must not report zero time.
  return times.map((each) => Math.max(each / repetitions, Number.MIN_VALUE));
}

export type Product = readonly [m: number, n: number, k: number];

/** A round lasts much longer than its readback, so the readback is negligible. */
const ROUND = { roundTime: 30, most: 100_000 };

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
  dtype: MatrixPrecision = 'f32',
): Promise<number> {
  const tape = new Tape(device, false);
  const factor = values(k * n);
  const [a, b, c] = [tape.upload(values(m * k), [m, k]), tape.allocate([k, n], dtype), tape.allocate([m, n])];
  if (dtype === 'q4') placeFourBits(device, factor, [n, k], b, 0);
  else device.write(b, dtype === 'f16' ? packHalves(factor) : factor);
  const times = await repeatedTime({
    record: () => multiply(tape, a, b, c),
    finish: () => device.read(c.view([4])),
    ...ROUND,
    rounds,
  });
  tape.dispose();
  return (2 * m * k * n) / (median(times) / 1000);
}

export const dispatchesOf = (device: Device): number =>
  device.kernels().reduce((sum, { dispatches }) => sum + dispatches, 0);
