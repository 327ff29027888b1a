/** @file Checks with a whole model that packing changes no result, and that a training step repeats to the last bit. */
import { expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { AdamW } from '../tensor/adamw.ts';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/reduce.ts';
import { Tape } from '../tensor/tape.ts';
import { describeStyles, openTestDevice } from '../tensor/testing/check-op.ts';
import { FullTraining } from './trainable.ts';
import { generate } from './generate.ts';
import { initialWeights } from './initialize.ts';
import { packSequences, type PackableSequence } from './packing.ts';
import { sharpWeights, smallConfig } from './testing/small-model.ts';
import { CausalLM } from './transformer.ts';

describeStyles('a model', (device) => {
  it('gives a group with a shared prompt the same scores as its single sequences, bit for bit', async () => {
    const model = CausalLM.create(device(), smallConfig, sharpWeights());
    const random = new RandomStream(11, 11);
    const ids = (length: number) => Array.from({ length }, () => random.integer(smallConfig.vocabSize));
    const scores = async (sequences: PackableSequence[]) => {
      const tape = new Tape(device(), false);
      const batch = packSequences(sequences);
      const { logprobs } = model.predict(tape, model.forward(tape, batch), batch, { temperature: 1 });
      const values = await device().read(logprobs);
      tape.dispose();
      return values;
    };
    const prompt = ids(9);
    const sequences = [3, 7, 1, 10].map((length) => ({ prompt, completion: ids(length) }));
    const together = await scores(sequences);
    const apart = [];
    for (const sequence of sequences) apart.push(...(await scores([sequence])));
    expect([...together]).toEqual(apart);
    expect(await scores(sequences)).toEqual(together);
  });
});

it('a whole step takes at most 25 pipelines with sampling, and repeats to the last bit', async () => {
  const run = async () => {
    const device = await openTestDevice('quad');
    const model = CausalLM.create(device, smallConfig, initialWeights(smallConfig, 5));
    const trained = new FullTraining(model);
    const optimizer = new AdamW(trained.parameters);
    const random = new RandomStream(12, 12);
    const ids = (length: number) => Array.from({ length }, () => random.integer(smallConfig.vocabSize));
    const prompt = ids(7);
    const batch = packSequences([5, 9, 2].map((length) => ({ prompt, completion: ids(length) })));
    for (let step = 0; step < 2; step++) {
      const tape = new Tape(device);
      const frozen = new Tape(device, false);
      trained.watch(tape);
      const { logprobs, kl } = model.predict(tape, model.forward(tape, batch), batch, {
        temperature: 1,
        reference: {
          hidden: trained.initial.forward(frozen, batch),
          model: trained.initial,
          differentiable: true,
        },
      });
      const loss = map(tape, {
        label: 'loss',
        inputs: { logprob: logprobs, kl: kl! },
        forward: 'kl - logprob',
        gradients: { logprob: '-1.0', kl: '1.0' },
      });
      tape.backward(sum(tape, loss));
      optimizer.step(trained.gradients, {
        learningRate: 0.01,
        beta1: 0.9,
        beta2: 0.98,
        epsilon: 1e-8,
        weightDecay: 0,
        clipNorm: 1,
      });
      tape.dispose();
      frozen.dispose();
    }
    const completions = await generate(
      model,
      [{ ids: prompt, task: 0, rollouts: [0, 1], position: 0 }],
      { temperature: 1, topK: 0, topP: 1, maxNewTokens: 20, stopIds: [] },
      { seed: 7, stream: 3, epoch: 1 },
    );
    const weights = await model.readWeights();
    const pipelineCount = device.kernels().length;
    device.destroy();
    return { completions, weights, pipelineCount };
  };
  const first = await run();
  expect(first.pipelineCount).toBeLessThanOrEqual(25);
  expect(await run()).toEqual(first);
});
