import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { warn } from './print.ts';

/** Opens this machine's GPU device. Prints problems that arise outside a call, such as a lost GPU. */
export const openDevice = (): Promise<Device> => openNodeDevice({ onProblem: warn });
