import { expect, it } from 'vitest';
import type { TuningCache } from '../tensor/autotune.ts';
import type { Device } from '../tensor/device.ts';
import { profiles } from '../tensor/profile.ts';
import { tuneDevice } from './open-device.ts';

/** Knows a choice already, so that nothing is measured here. */
const cache: TuningCache = {
  get: async () => 1,
  set: async () => expect.fail('measured'),
  exclusively: (work) => work(),
};

const tuned = async (tune: boolean, environment: NodeJS.ProcessEnv) => {
  const adapter = { name: 'test gpu', details: '', isFallback: false };
  const device = { profile: profiles.tiled, adapter, matmulVariant: 0 } as Device;
  await tuneDevice(device, tune, environment, cache);
  return device.tuning;
};

it('tunes the device of a command', async () => {
  expect(await tuned(true, {})).toEqual({ by: 'cache', variant: 1, variants: 6 });
});

it.each([
  ['--no-tune', false, {}],
  ['GENENV_TUNE=off', true, { GENENV_TUNE: 'off' }],
  ['a build server', true, { CI: 'true' }],
])('does not with %s', async (_, tune, environment) => {
  expect(await tuned(tune, environment)).toEqual({ by: 'default', reason: 'switched-off' });
});
