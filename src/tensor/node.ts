/**
 * @file Opens WebGPU in Node through Dawn (npm `webgpu`).
 *
 * Without a GPU, the process must have been started with the environment of `src/cli/adapter-environment.mjs`.
 */
import { create, globals } from 'webgpu';
import { CodedError } from '../common/coded-error.ts';
import { Device, type DeviceOptions } from './device.ts';

/** Global that keeps Dawn's `GPU` referenced. If the `GPU` is garbage-collected before its devices, Dawn crashes. */
export const keepAlive = globalThis as typeof globalThis & { dawn?: GPU };

/** Time between two checks of whether the GPU has finished, in milliseconds. */
const POLL_INTERVAL = 0.3;
/** A wait on this cell always ends by its timeout, because nothing notifies it. */
const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** Waits for a promise of the GPU and sleeps between checks. Otherwise Dawn polls all the time and occupies a core. */
export async function waitSleeping<T>(promise: Promise<T>): Promise<T> {
  let settled = false;
  const mark = () => (settled = true);
  promise.then(mark, mark);
  while (!settled) {
    Atomics.wait(sleepCell, 0, 0, POLL_INTERVAL);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

/** Makes the error for a missing adapter. Its remedy is for the command line, which can use an installed Chromium. */
const noAdapter = () => new CodedError('no-adapter-headless');

/**
 * Opens the device of this machine. See `Device.open` for errors. Dawn gets the flags in `GENENV_DAWN_FLAGS`, separated
 * by spaces. `enable-dawn-features=disable_robustness` removes the bounds checks from all kernels. Long series of runs
 * then take a fifth to a quarter less time on Chromium's software adapter, with the same bits.
 */
export async function openNodeDevice(options?: DeviceOptions): Promise<Device> {
  Object.assign(globalThis, globals);
  keepAlive.dawn ??= create(process.env.GENENV_DAWN_FLAGS?.split(' ') ?? []);
  return Device.open(keepAlive.dawn, { wait: waitSleeping, noAdapter, ...options });
}
