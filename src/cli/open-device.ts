/** @file The GPU device of a command, with its kernels tuned on the device's first use. */
import { createRequire } from 'node:module';
import { Option } from 'commander';
import { FileTuningCache, tuningFile } from '../store/files/tuning-file.ts';
import { tuneMatmul, type TuningCache } from '../tensor/autotune.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { warn } from './warn.ts';

/** For commands whose time somebody may want to compare. */
export const noTuneOption = () =>
  new Option('--no-tune', 'keep the default kernels: the same results, comparable times (or GENENV_TUNE=off)');

/** This machine's device. Problems outside a call (the GPU is lost) are printed. */
export async function openDevice({ tune = true }: { tune?: boolean } = {}): Promise<Device> {
  const device = await openNodeDevice({ onProblem: warn });
  await tuneDevice(device, tune);
  return device;
}

/** Tunes the kernels, unless the option, the environment or a build server says no. */
export async function tuneDevice(
  device: Device,
  tune: boolean,
  environment: NodeJS.ProcessEnv = process.env,
  cache: TuningCache = new FileTuningCache(tuningFile(environment)),
): Promise<void> {
  const { version } = createRequire(import.meta.url)('webgpu/package.json') as { version: string };
  await tuneMatmul(device, {
    cache,
    enabled: tune && environment.GENENV_TUNE !== 'off' && !environment.CI,
    runtime: `webgpu ${version}`,
  });
}
