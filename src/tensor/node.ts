/**
 * @file WebGPU in Node, through Dawn (npm `webgpu`): the only file that imports it.
 *
 * The process must have been started with the environment of `src/cli/adapter-environment.mjs` where there is no GPU.
 */
import { create, globals } from 'webgpu';
import { Device, type DeviceOptions } from './device.ts';

/** Dawn is collected, and crashes, when nothing refers to its `GPU` any more while a device lives. */
const keepAlive = globalThis as typeof globalThis & { dawn?: GPU };

/** Opens the device of this machine; see `Device.open` for errors. */
export async function openNodeDevice(options?: DeviceOptions & { dawnFlags?: string[] }): Promise<Device> {
  Object.assign(globalThis, globals);
  keepAlive.dawn ??= create(options?.dawnFlags ?? []);
  return Device.open(keepAlive.dawn, options);
}
