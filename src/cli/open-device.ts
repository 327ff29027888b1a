/** @file The WebGPU device of a command. */
import { openNodeDevice } from '../tensor/node.ts';
import type { Device } from '../tensor/device.ts';
import { warn } from './warn.ts';

/** Opens the device of this machine; problems of the device while it works go to stderr. */
export const openDevice = (): Promise<Device> => openNodeDevice({ onProblem: ({ message }) => warn(message) });
