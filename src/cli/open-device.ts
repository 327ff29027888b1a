/** @file Opens the GPU device of a command. */
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { warn } from './print.ts';

/** This machine's device. Problems outside a call (the GPU is lost) are printed. */
export const openDevice = (): Promise<Device> => openNodeDevice({ onProblem: warn });
