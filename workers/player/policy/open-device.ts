/** @file Opens the GPU device of a worker. */
import { Device, type DeviceOptions } from '../../../src/tensor/device.ts';

/** @throws CodedError if there is no WebGPU or no adapter, or if the device fails */
export const openThreadDevice = (onProblem: DeviceOptions['onProblem']): Promise<Device> =>
  Device.open(navigator.gpu, { onProblem });
