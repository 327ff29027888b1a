/** @file Checks that a player worker opens one device for all of its models. */
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { diskFolder } from '../../src/lm/files/node-files.ts';
import type { Device, DeviceOptions } from '../../src/tensor/device.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import type { Training } from '../../src/policy/policy.ts';
import { PolicyHost } from './policy-host.ts';

const url = fileURLToPath(new URL('../../src/lm/fixtures/llama/', import.meta.url));

const opened: Device[] = [];
let report: DeviceOptions['onProblem'];
const openDevice = vi.fn(async (onProblem: DeviceOptions['onProblem']) => {
  report = onProblem;
  const device = await openNodeDevice();
  opened.push(device);
  return device;
});
afterEach(() => {
  for (const device of opened.splice(0)) device.destroy();
  openDevice.mockClear();
});

const full: Training = { kind: 'full' };

it('opens one device for one model after another', async () => {
  const host = new PolicyHost(openDevice, diskFolder);
  expect(await host.open('agent', { name: 'one', url }, full)).toMatchObject({ name: 'one', family: 'llama' });
  expect(await host.open('agent', { name: 'other', url }, full)).toMatchObject({ name: 'other' });
  expect(openDevice).toHaveBeenCalledTimes(1);
  await host.players.agent.dispose();
  expect(host.players).toEqual({});
});

it('runs two adapters over one base, each with its own answers', async () => {
  const host = new PolicyHost(openDevice, diskFolder);
  const lora = { rank: 4, alpha: 8, targets: ['q_proj', 'down_proj'] as const };
  const adapter = (player: number): Training => ({ kind: 'lora', lora, basePrecision: 'f16', seed: 1, player });
  const roles = ['agent', 'environment'] as const;
  const descriptions = await Promise.all(
    roles.map((role, player) => host.open(role, { name: 'one', url }, adapter(player))),
  );
  expect(openDevice).toHaveBeenCalledTimes(1);
  expect(descriptions[0]).toEqual(descriptions[1]);
  expect(descriptions[0].trainableParameters).toBe(2 * 4 * (16 + 32 + 24 + 16));
  const policies = roles.map((role) => host.players[role]);
  const [agent, environment] = await Promise.all(policies.map((policy) => policy.snapshot()));
  expect(agent.weights).not.toEqual(environment.weights);
  await policies[0].restore(agent);
  await policies[0].dispose();
  // The base stays in memory, because the other policy uses it.
  const { scored } = await policies[1].score([{ prompt: [3], completion: [4, 5] }], 'current', 1);
  expect(scored[0].logprobs).toHaveLength(2);
  await policies[1].dispose();
});

it('opens another device after a problem with the first', async () => {
  const host = new PolicyHost(openDevice, diskFolder);
  await host.open('agent', { name: 'one', url }, full);
  report!({} as Parameters<NonNullable<typeof report>>[0]);
  await host.open('agent', { name: 'one', url }, full);
  expect(openDevice).toHaveBeenCalledTimes(2);
  await host.players.agent.dispose();
});
