/**
 * @file The GPU is lost at a random moment of a run: a sentence says so, nothing that was stored is harmed, and the run ends
 * with the same bytes on the next device.
 */
import { smallSettings } from '../../src/genenv/testing/small-settings.ts';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeviceModels, openHeadlessRun } from '../../src/runs/run-headless.ts';
import { Device, type DeviceOptions } from '../../src/tensor/device.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import { fakeGpu } from '../../src/tensor/testing/fake-gpu.ts';
import type { Subject } from '../campaign.ts';
import { orRefused } from '../sentence.ts';

const MODELS = fileURLToPath(new URL('../../models', import.meta.url));
const settings = smallSettings();

/** @returns whether the run is complete, and was not refused with a sentence */
async function goOn(out: string, device: Device): Promise<boolean> {
  const outcome = await orRefused(async () => {
    const { session } = await openHeadlessRun({ settings, out, host: new DeviceModels(device, MODELS) });
    try {
      while (await session.next());
    } finally {
      await session.dispose();
    }
  });
  return outcome !== 'refused';
}

/** The real device behind an adapter of our own, which gives it as often as it is asked. */
const openAgain = (real: Device, wait: DeviceOptions['wait'], device: Partial<GPUDevice> = {}): Promise<Device> =>
  Device.open(fakeGpu(real, { vendor: 'test', architecture: '' }, device), { profile: real.profile, wait });

/** A device that is lost after so many waits for its results. */
async function losing(real: Device, waits: number): Promise<Device> {
  let lose: (info: GPUDeviceLostInfo) => void = () => {};
  const lost = new Promise<GPUDeviceLostInfo>((resolve) => (lose = resolve));
  const wait: DeviceOptions['wait'] = (promise) => {
    waits -= 1;
    if (waits <= 0) lose({ reason: 'unknown', message: 'driver reset' } as GPUDeviceLostInfo);
    return promise;
  };
  return openAgain(real, wait, { lost });
}

export const lostGpu: Subject = {
  name: 'GPU',
  faults: ['lost'],
  trialsOf: (trials) => Math.ceil(trials / 20),
  limit: 600_000,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'genenv-faults-'));
    const out = join(folder, 'run.jsonl');
    let waits = 0;
    const real = await openNodeDevice();
    const counting = await openAgain(real, (promise) => {
      waits += 1;
      return promise;
    });
    await goOn(out, counting);
    const expected = await readFile(out);
    const clear = () =>
      Promise.all([out, `${out}.checkpoints`].map((path) => rm(path, { recursive: true, force: true })));
    await clear();
    return {
      async run(_, random) {
        const before = await losing(real, 1 + random.integer(waits));
        const stored = existsSync(out) ? await readFile(out) : Buffer.alloc(0);
        if (await goOn(out, before)) throw new Error('The run went on without its GPU.');
        const left = existsSync(out) ? await readFile(out) : Buffer.alloc(0);
        if (!left.subarray(0, stored.length).equals(stored)) throw new Error('What was stored has changed.');
        const after = await openAgain(real, (promise) => promise);
        if (!(await goOn(out, after))) throw new Error('The run did not end on the next device.');
        if (!(await readFile(out)).equals(expected)) throw new Error('The log is not that of the undisturbed run.');
        await clear();
        return 'recovered';
      },
      async close() {
        real.destroy();
        await rm(folder, { recursive: true });
      },
    };
  },
};
