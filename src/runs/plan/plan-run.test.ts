import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import type { Device } from '../../tensor/device.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { openModels } from '../models.ts';
import type { ModelHost, PlannedMachine } from '../model-host.ts';
import { DeviceModels, machineOf } from '../run-headless.ts';
import { planFor } from './plan-run.ts';

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));
const settings = parseSettings(presetSettings('quick'));

let device: Device;
let host: DeviceModels;
beforeAll(async () => {
  device = await openNodeDevice();
  host = new DeviceModels(device, MODELS);
});
afterAll(() => device?.destroy());

const machineWith = (limits: Partial<PlannedMachine>): PlannedMachine => ({ ...machineOf(device), ...limits });
const hostWith = (limits: Partial<PlannedMachine>): ModelHost =>
  Object.assign(Object.create(host) as ModelHost, { machine: async () => machineWith(limits) });
const planWith = async (changed: Settings, limits: Partial<PlannedMachine> = {}) =>
  (await planFor(host, changed, machineWith(limits)))!;

it('says that a run fits, and changes nothing', async () => {
  const { plan, changes } = await planWith(settings);
  expect(plan.obstacles).toEqual([]);
  expect(changes).toEqual({});
  expect(plan.places.map(({ roles }) => roles)).toEqual([['agent', 'environment']]);
  const page = await planWith(settings, { oneDevice: false });
  expect(page.plan.places.map(({ roles }) => roles)).toEqual([['agent'], ['environment']]);
  expect(device.bytesInUse).toBe(0);
});

it('counts every text that the environment writes in one batch', async () => {
  const writing = async (overSampling: number) => {
    const { places } = (await planWith({ ...settings, overSampling }, { oneDevice: false })).plan;
    return places.find(({ roles }) => roles.includes('environment'))!.sampling.bytes;
  };
  expect(await writing(4)).toBeGreaterThan(await writing(1));
});

it('finds settings that make a too large run fit', async () => {
  const { peakBytes } = (await planWith(settings)).plan;
  const limits = { memory: 0.7 * peakBytes };
  const { plan, changes } = await planWith(settings, limits);
  expect(plan.obstacles).toEqual([{ code: 'memory', bytes: peakBytes, limit: 0.7 * peakBytes }]);
  expect(changes).toMatchObject({ gradientCheckpointing: true });
  const turnedDown = await planWith({ ...settings, ...changes }, limits);
  expect(turnedDown.plan.obstacles).toEqual([]);
  expect(turnedDown.plan.peakBytes).toBeLessThan(limits.memory);
});

it('refuses a run that does not fit before it allocates, and names settings that fit', async () => {
  const { peakBytes } = (await planWith(settings)).plan;
  const refusal = await openModels(hostWith({ memory: 0.7 * peakBytes }), settings).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'does-not-fit',
    parameters: {
      obstacle: { code: 'memory', bytes: peakBytes },
      settings: expect.stringContaining('gradientCheckpointing=true'),
    },
  });
  expect(device.bytesInUse).toBe(0);
});

it('refuses a run that no memory setting can make fit', async () => {
  const refusal = await openModels(hostWith({ memory: 1000 }), settings).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'does-not-fit', parameters: { settings: '' } });
});

it('refuses a matrix that is larger than the adapter can bind', async () => {
  const { plan, changes } = await planWith(settings, { maxStorageBufferBindingSize: 4096 });
  expect(plan.obstacles).toMatchObject([{ code: 'refused' }]);
  expect(changes).toBeNull();
});
