/**
 * @file WebGPU in Node, through Dawn (npm `webgpu`): the only file that imports it.
 *
 * The process must have been started with the environment of `src/cli/adapter-environment.mjs` where there is no GPU.
 */
import { create, globals } from 'webgpu';
import { Device, type DeviceOptions } from './device.ts';

/** Dawn is collected, and crashes, when nothing refers to its `GPU` any more while a device lives. */
const keepAlive = globalThis as typeof globalThis & { dawn?: GPU };

/** Milliseconds of sleep between two looks at whether the GPU is done. */
const NAP = 0.3;
const neverWoken = new Int32Array(new SharedArrayBuffer(4));

/** Sleeps between Dawn's polls. Dawn polls whenever the event loop turns, and keeps it turning: a busy core. */
async function waitNapping<T>(promise: Promise<T>): Promise<T> {
  let settled = false;
  const mark = () => (settled = true);
  promise.then(mark, mark);
  while (!settled) {
    Atomics.wait(neverWoken, 0, 0, NAP);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

/**
 * Opens the device of this machine; see `Device.open` for errors. `GENENV_DAWN_FLAGS` in the environment (separated by
 * spaces) goes to Dawn: `enable-dawn-features=disable_robustness` takes the bounds checks out of all kernels, for long
 * series of runs (a sixth faster on the software adapter, the same bits).
 */
export async function openNodeDevice(options?: DeviceOptions): Promise<Device> {
  Object.assign(globalThis, globals);
  keepAlive.dawn ??= create(process.env.GENENV_DAWN_FLAGS?.split(' ') ?? []);
  return Device.open(keepAlive.dawn, { wait: waitNapping, ...options });
}
