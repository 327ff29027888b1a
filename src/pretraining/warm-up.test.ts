import { afterAll, beforeAll, expect, it } from 'vitest';
import { LanguageModelPolicy } from '../policy/language-model-policy.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { warmUp, type WarmUpProgress, warmUpRecipe, type WarmUpState } from './warm-up.ts';
import type { PolicySnapshot } from '../policy/policy.ts';
import { untrainedModel } from './pretrain.ts';
import { architecture } from './recipes.ts';

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
    steps: 4,
    learningRate: 5e-3,
  }),
  batch: 12,
  every: 2,
};

beforeAll(async () => {
  device = await openNodeDevice();
  model = await untrainedModel({
    ...recipe,
    architecture: architecture({ hiddenSize: 32, layers: 2, heads: 4, intermediateSize: 64, maxPositions: 192 }),
    bytePairs: { merges: 80, examples: 64 },
  });
});
afterAll(() => device.destroy());

it('goes on from where it was stopped to the same bits, and says what was measured when its steps were not enough', async () => {
  /** Runs a warm-up that misses its goal, up to step `end`. Returns its failure, last state and snapshot. */
  const warmUpTo = async (end: number, from?: { state: WarmUpState; snapshot: PolicySnapshot }) => {
    const policy = LanguageModelPolicy.create(device, model);
    if (from) await policy.restore(from.snapshot);
    let state!: WarmUpState;
    const onStep = ({ samples: _, ...reached }: WarmUpProgress) => {
      state = structuredClone(reached);
      if (reached.step === end) throw new Error('stopped');
    };
    const failure = warmUp(recipe, policy, model.tokenizer, onStep, from?.state).catch((error: unknown) => error);
    return { failure: await failure, state, snapshot: await policy.snapshot().finally(() => policy.dispose()) };
  };
  const whole = await warmUpTo(Infinity);
  expect(whole.failure).toMatchObject({
    code: 'not-prepared',
    parameters: { steps: 4, wellFormed: null, right: null },
  });
  expect(whole.state.losses).toHaveLength(4);
  const stopped = await warmUpTo(3);
  expect(stopped.failure).toMatchObject({ message: 'stopped' });
  expect(await warmUpTo(Infinity, stopped)).toEqual(whole);
});
