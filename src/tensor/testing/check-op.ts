/**
 * @file Checks the output of an op against a reference in double precision, and gradients against finite differences of
 * the reference.
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

/** True for a software adapter (src/cli/adapter-environment.mjs). Other adapters may lack quads. */
const isSoftware = /swiftshader|lvp|swrast/.test(process.env.VK_ICD_FILENAMES ?? '');

export const KERNEL_STYLES: KernelStyle[] = isSoftware ? ['quad', 'single', 'tiled'] : ['tiled'];

/**
 * Runs tests with each style of kernels that the adapter supports, each on its own device.
 * @param tests receives the device as a function, because it opens only when the tests run
 */
export function describeStyles(name: string, tests: (device: () => Device, kernelStyle: KernelStyle) => void): void {
  describe.each(KERNEL_STYLES)(`${name} with %s kernels`, (kernelStyle) => tests(testDevice(kernelStyle), kernelStyle));
}

/** Opens a device for the tests of a file or `describe`, and destroys it after them. Returns a getter of the device. */
export const testDevice = (kernelStyle?: KernelStyle): (() => Device) =>
  sharedByTests(() => openTestDevice(kernelStyle));

/** Makes a value before the first test of a file or `describe`, and frees it after the last. Returns its getter. */
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
 * Opens a device that fails the test at the first error of the GPU.
 * @param kernelStyle style to use; if missing or not supported by the adapter, the style that suits the adapter
 */
export const openTestDevice = (kernelStyle?: KernelStyle): Promise<Device> =>
  openDeviceOf(kernelStyle && KERNEL_STYLES.includes(kernelStyle) ? profiles[kernelStyle] : undefined);

/** Opens a test device with a profile; default: the profile that suits the adapter. */
export const openDeviceOf = (profile: Profile | undefined): Promise<Device> =>
  openNodeDevice({
    profile,
    onProblem: (problem) => {
      throw problem;
    },
  });

/** Draws values from [−1, 1). */
export function randomArray(random: RandomStream, shape: readonly number[]): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: sizeOf(shape) }, () => 2 * random.next() - 1);
}

export interface OpCase<N extends string> {
  /** Shapes of the differentiable inputs, whose values are drawn from [−1, 1). */
  inputs: Record<N, readonly number[]>;
  op: (tape: Tape, inputs: Record<N, Tensor>) => Tensor;
  reference: (inputs: Record<N, Float64Array>) => Float64Array;
  tolerance?: number;
}

const byName = <N extends string, T>(names: readonly N[], values: readonly T[]) =>
  Object.fromEntries(names.map((name, i) => [name, values[i]])) as Record<N, T>;

/**
 * Computes an op at random inputs in [−1, 1), and the gradients of Σ output · weight with random weights.
 * @returns inputs (`values`), weights, output, and gradients in the order of the inputs
 */
export async function runOp<N extends string>(device: Device, { inputs, op }: Pick<OpCase<N>, 'inputs' | 'op'>) {
  const random = new RandomStream(1, 2, 3);
  const names = Object.keys(inputs) as N[];
  const values = names.map((name) => randomArray(random, inputs[name]));
  const tape = new Tape(device);
  const tensors = names.map((name, i) => tape.upload(values[i], inputs[name]));
  for (const tensor of tensors) tape.watch(tensor);
  const out = op(tape, byName(names, tensors));
  const weights = randomArray(random, out.shape);
  const weighted = map(tape, {
    label: 'weighted',
    inputs: { y: out },
    constants: { weight: tape.upload(weights, out.shape) },
    forward: 'y * weight',
    gradients: { y: 'weight' },
  });
  tape.backward(sum(tape, weighted));
  const [output, ...gradients] = await device.readAll([out, ...tensors.map((tensor) => tape.gradient(tensor))]);
  tape.dispose();
  return { values, weights, output, gradients };
}

const STEP = 1e-5;
/** Largest number of elements of a gradient to check. Each element costs two evaluations of the loss. */
const MAX_CHECKED = 200;

/** Compares a gradient with finite differences of the loss at `point`, at evenly spread elements if it is long. */
export function expectGradient(
  gradient: ArrayLike<number>,
  point: Float64Array,
  loss: (point: Float64Array) => number,
  tolerance: number,
  name = 'gradient',
): void {
  const stride = Math.ceil(point.length / MAX_CHECKED);
  const checked = Array.from(point.keys()).filter((e) => e % stride === 0);
  const expected = checked.map((e) => {
    const value = point[e];
    point[e] = value + STEP;
    const above = loss(point);
    point[e] = value - STEP;
    const below = loss(point);
    point[e] = value;
    return (above - below) / (2 * STEP);
  });
  const actual = checked.map((e) => gradient[e]);
  expect(relativeError(actual, expected), name).toBeLessThan(tolerance);
}

/** Compares the output and all gradients of an op at random inputs with the reference. */
export async function checkOp<N extends string>(device: Device, spec: OpCase<N>): Promise<void> {
  const { tolerance = 1e-5 } = spec;
  const names = Object.keys(spec.inputs) as N[];
  const { values, weights, output, gradients } = await runOp(device, spec);
  const points = values.map((array) => Float64Array.from(array));
  const atPoint = () => spec.reference(byName(names, points));
  expect(relativeError(output, atPoint())).toBeLessThan(tolerance);
  const loss = () => atPoint().reduce((total, y, i) => total + y * weights[i], 0);
  names.forEach((name, i) => expectGradient(gradients[i], points[i], loss, 10 * tolerance, `gradient of ${name}`));
}
