/** @file The GPU device of a thread, with its kernels tuned on the device's first use. */
import { openDatabase } from '../../src/store/indexed-db/database.ts';
import { IndexedDbTuningCache } from '../../src/store/indexed-db/tuning-cache.ts';
import { tuneMatmul, type TuningOptions } from '../../src/tensor/autotune.ts';
import { Device, type DeviceOptions } from '../../src/tensor/device.ts';
import { areFeaturesOff, isTuningOff } from '../rpc/thread-name.ts';

const ofThread = (): { gpu: GPU | undefined; tuning: TuningOptions; plain?: boolean } => ({
  gpu: navigator.gpu,
  plain: areFeaturesOff(),
  tuning: {
    cache: new IndexedDbTuningCache(openDatabase, navigator.locks),
    enabled: !isTuningOff(),
    runtime: navigator.userAgent,
  },
});

/** @throws CodedError where there is no WebGPU, no adapter, or the device fails */
export async function openTunedDevice(
  onProblem: DeviceOptions['onProblem'],
  { gpu, tuning, plain } = ofThread(),
): Promise<Device> {
  const device = await Device.open(gpu, { onProblem, plain });
  await tuneMatmul(device, tuning);
  return device;
}
