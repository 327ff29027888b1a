/** @file A policy's state as bytes: exact, and refused where it is damaged or of another model. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSafetensors, type WeightArray } from '../lm/files/safetensors.ts';
import { readFixture, type Fixture } from '../lm/testing/fixture.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { gradientProbe, requestOf, startedPolicy } from './testing/fixture-policy.ts';

let device: Device;
let fixture: Fixture;
beforeAll(async () => {
  device = await openNodeDevice();
  fixture = await readFixture('llama');
});
afterAll(() => device?.destroy());

const update = (policy: LanguageModelPolicy, name: string) =>
  policy.update(requestOf(fixture.cases[name], { ...gradientProbe, learningRate: 3e-3, beta1: 0.9 }));

it('continues bit for bit from a snapshot, in the same policy and in a new one', async () => {
  const first = await startedPolicy(device, fixture);
  await update(first, 'grpo');
  await update(first, 'rwr');
  const middle = await first.snapshot();
  await update(first, 'dapo');
  const stats = await update(first, 'rwr');
  const end = await first.snapshot();

  await first.restore(middle);
  expect(await first.snapshot()).toEqual(middle);
  const second = LanguageModelPolicy.create(device, { ...fixture.model, weights: fixture.initial });
  await second.restore(middle);
  for (const policy of [first, second]) {
    await update(policy, 'dapo');
    expect(await update(policy, 'rwr')).toEqual(stats);
    expect(await policy.snapshot()).toEqual(end);
    await policy.dispose();
  }
});

it('says what is wrong with a snapshot, and leaves the policy as it was', async () => {
  const policy = LanguageModelPolicy.create(device, fixture.model);
  const good = await policy.snapshot();
  const truncated = { ...good, optimizer: good.optimizer.slice(0, -4) };
  await expect(policy.restore(truncated)).rejects.toThrow(/the snapshot of the optimizer.*cut off/);
  const noMoments = writeSafetensors(new Map<string, WeightArray>(), { step: '1' });
  await expect(policy.restore({ ...good, optimizer: noMoments })).rejects.toThrow('it lacks model.embed_tokens.weight');
  await expect(policy.restore({ ...good, optimizer: writeSafetensors(new Map()) })).rejects.toThrow('how many steps');
  expect(await policy.snapshot()).toEqual(good);
  await policy.dispose();
});
