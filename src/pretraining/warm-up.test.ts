import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { isPrepared, preparation, warmUp, type WarmUpProgress, warmUpRecipe } from './warm-up.ts';
import { untrainedModel } from './pretrain.ts';

let device: Device;
let model: LoadedModel;
const recipe = {
  ...warmUpRecipe({
    name: 'tiny',
    role: 'environment',
    families: ['additions'],
    prior: 'hard',
    seed: 1,
    checkpoint: '',
    steps: 400,
    learningRate: 5e-3,
  }),
  batch: 12,
  every: 20,
};

beforeAll(async () => {
  device = await openNodeDevice();
  model = await untrainedModel({
    ...recipe,
    architecture: {
      hiddenSize: 32,
      layers: 2,
      heads: 4,
      kvHeads: 4,
      headDim: 8,
      intermediateSize: 64,
      maxPositions: 192,
    },
    bytePairs: { merges: 80, examples: 64 },
  });
});
afterAll(() => device.destroy());

it('prepares an environment, and goes on from where it was stopped to the same bits', async () => {
  const seen: WarmUpProgress[] = [];
  const policy = LanguageModelPolicy.create(device, model);
  const whole = await warmUp(recipe, policy, model.tokenizer, (progress) => void seen.push(progress));
  expect(isPrepared(preparation(seen[0].measured!))).toBe(false);
  expect(isPrepared(preparation(whole.measured))).toBe(true);
  // It ended at the first measurement that found it so.
  expect(whole.step % recipe.every).toBe(0);
  expect(whole.losses).toHaveLength(whole.step);
  expect(isPrepared(preparation(seen.at(-recipe.every - 1)!.measured!))).toBe(false);
  const expected = (await policy.snapshot()).weights;
  await policy.dispose();

  const first = LanguageModelPolicy.create(device, model);
  let kept: { state: WarmUpProgress; snapshot: Awaited<ReturnType<typeof first.snapshot>> } | undefined;
  const stopped = warmUp(recipe, first, model.tokenizer, async (state) => {
    if (state.step !== whole.step - recipe.every || state.samples.length === 0) return;
    kept = { state: structuredClone(state), snapshot: await first.snapshot() };
    throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
  await first.dispose();
  const second = LanguageModelPolicy.create(device, model);
  await second.restore(kept!.snapshot);
  expect(await warmUp(recipe, second, model.tokenizer, () => {}, kept!.state)).toEqual(whole);
  expect((await second.snapshot()).weights).toEqual(expected);
  await second.dispose();
});

it('says what was measured where the steps were not enough', async () => {
  const policy = LanguageModelPolicy.create(device, model);
  const short = { ...recipe, role: 'agent' as const, steps: 1, every: 1 };
  await expect(warmUp(short, policy, model.tokenizer)).rejects.toMatchObject({
    code: 'not-prepared',
    parameters: { steps: 1, valid: null, right: 0 },
  });
  await policy.dispose();
});
