/**
 * @file Checks an op against a plain reference: its output, and its gradients against finite differences of the
 * reference in double precision. Every op is checked with both styles of kernels.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Device } from '../device.ts';
import { openNodeDevice } from '../node.ts';
import { map } from '../ops/map.ts';
import { sum } from '../ops/reduce.ts';
import { profiles, type KernelStyle, type Profile } from '../profile.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import { sizeOf, type Tensor } from '../tensor.ts';
import { relativeError } from './relative-error.ts';

/** True where a software adapter computes (src/cli/adapter-environment.mjs). A graphics processor may lack the quads of its kernels. */
const isSoftware = /swiftshader|lvp|swrast/.test(process.env.VK_ICD_FILENAMES ?? '');

export const KERNEL_STYLES: KernelStyle[] = isSoftware ? ['quad', 'tiled'] : ['tiled'];

/**
 * Tests with both styles of kernels, each on a device of its own.
 * @param tests receives the device as a function, because it opens only when the tests run
 */
export function describeStyles(name: string, tests: (device: () => Device, kernelStyle: KernelStyle) => void): void {
  describe.each(KERNEL_STYLES)(`${name} with %s kernels`, (kernelStyle) => tests(testDevice(kernelStyle), kernelStyle));
}

/** A device for the tests of a file, or of the `describe` in which it is asked for; open while they run. */
export const testDevice = (kernelStyle?: KernelStyle): (() => Device) =>
  sharedByTests(() => openTestDevice(kernelStyle));

/** What the tests of a file share, or of the `describe` in which it is asked for: made before the first, gone after the last. */
export function sharedByTests<Shared extends { dispose(): unknown } | { destroy(): unknown }>(
  make: () => Shared | Promise<Shared>,
): () => Shared {
  let shared: Shared | undefined;
  beforeAll(async () => {
    shared = await make();
  });
  afterAll(() => shared && ('dispose' in shared ? shared.dispose() : shared.destroy()));
  return () => shared!;
}

/**
 * A device that fails the test on anything the GPU complains about.
 * @param kernelStyle default: what suits the adapter
 */
export const openTestDevice = (kernelStyle?: KernelStyle): Promise<Device> =>
  openDeviceOf(kernelStyle && KERNEL_STYLES.includes(kernelStyle) ? profiles[kernelStyle] : undefined);

/** The same with a profile of its own; undefined: what suits the adapter. */
export const openDeviceOf = (profile: Profile | undefined): Promise<Device> =>
  openNodeDevice({
    profile,
    onProblem: (problem) => {
      throw problem;
    },
  });

/** Values in [−1, 1). */
export function randomArray(random: RandomStream, shape: readonly number[]): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: sizeOf(shape) }, () => 2 * random.next() - 1);
}

export interface OpCase<N extends string> {
  /** Shapes of the differentiable inputs; their values are in [−1, 1), so an op that is not defined there shifts them. */
  inputs: Record<N, readonly number[]>;
  op: (tape: Tape, inputs: Record<N, Tensor>) => Tensor;
  reference: (inputs: Record<N, Float64Array>) => Float64Array;
  tolerance?: number;
}

const STEP = 1e-5;
/** Elements of a gradient that are checked: each costs two evaluations of the reference. */
const MAX_CHECKED = 200;

/** Output and all gradients of an op at random inputs. */
export async function checkOp<N extends string>(device: Device, spec: OpCase<N>): Promise<void> {
  const { tolerance = 1e-5 } = spec;
  const random = new RandomStream(1, 2, 3);
  const names = Object.keys(spec.inputs) as N[];
  const values = names.map((name) => randomArray(random, spec.inputs[name]));
  const named = <T>(each: (i: number) => T) =>
    Object.fromEntries(names.map((name, i) => [name, each(i)])) as Record<N, T>;

  const tape = new Tape(device);
  const tensors = named((i) => tape.upload(values[i], spec.inputs[names[i]]));
  for (const name of names) tape.watch(tensors[name]);
  const out = spec.op(tape, tensors);
  const weights = randomArray(random, out.shape);
  const weighted = map(tape, {
    label: 'weighted',
    inputs: { y: out },
    constants: { weight: tape.upload(weights, out.shape) },
    forward: 'y * weight',
    gradients: { y: 'weight' },
  });
  tape.backward(sum(tape, weighted));
  const [output, ...gradients] = await device.readAll([out, ...names.map((name) => tape.gradient(tensors[name]))]);
  tape.dispose();

  const points = values.map((array) => Float64Array.from(array));
  const atPoint = () => spec.reference(named((i) => points[i]));
  expect(relativeError(output, atPoint())).toBeLessThan(tolerance);
  const loss = () => atPoint().reduce((total, y, i) => total + y * weights[i], 0);
  points.forEach((point, i) => {
    // A long gradient is checked at evenly spread elements.
    const stride = Math.ceil(point.length / MAX_CHECKED);
    const actual: number[] = [];
    const expected: number[] = [];
    for (let e = 0; e < point.length; e += stride) {
      const value = point[e];
      point[e] = value + STEP;
      const above = loss();
      point[e] = value - STEP;
      const below = loss();
      point[e] = value;
      expected.push((above - below) / (2 * STEP));
      actual.push(gradients[i][e]);
    }
    expect(relativeError(actual, expected), `gradient of ${names[i]}`).toBeLessThan(10 * tolerance);
  });
}
