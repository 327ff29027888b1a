/** @file Opens the GPU device of a command. */
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { warn } from './print.ts';

/** Opens this machine's device. Problems outside a call, such as a lost GPU, are printed. */
export const openDevice = (): Promise<Device> => openNodeDevice({ onProblem: warn });
