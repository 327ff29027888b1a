/**
 * @file Compares logits and greedy continuations with PyTorch for all families, on packed sequences.
 * policy/language-model-policy.test.ts compares log-probabilities, entropies, gradients and optimizer steps.
 */
import { describe, expect, it } from 'vitest';
import { sharedByTests, testDevice } from '../tensor/testing/check-op.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import { openWeights } from './files/load-model.ts';
import { diskFolder } from './files/node-files.ts';
import { families, readFixture } from './testing/fixture.ts';
import { generate } from './generate.ts';
import { CausalLM } from './transformer.ts';

/** Largest allowed difference from PyTorch (in double precision), relative to a tensor's largest value. */
const TOLERANCE = 1e-4;

const device = testDevice();

describe.each(families)('%s', async (family) => {
  const fixture = await readFixture(family);
  const model = sharedByTests(() => CausalLM.create(device(), fixture.model.config, fixture.model.weights));
  const sequences = () => fixture.cases['cross-entropy-completion'].sequences;

  it('streams the same weights to the GPU', async () => {
    const opened = await openWeights(diskFolder(fixture.model.name));
    const { model: streamed, weightsHash } = await CausalLM.load(device(), opened.config, opened.weights);
    expect(weightsHash).toBe(fixture.model.weightsHash);
    expect(await streamed.readWeights()).toEqual(fixture.model.weights);
    streamed.dispose();
  });

  it('computes the same logits', async () => {
    const whole = sequences().map(({ prompt, completion }) => [...prompt, ...completion]);
    const logits = await model().lastLogits(whole);
    whole.forEach((ids, i) => {
      const { data, shape } = fixture.expected.read(`logits/${i}`);
      expect(shape).toEqual([ids.length, fixture.model.config.vocabSize]);
      expect(relativeError(logits[i], data.slice((ids.length - 1) * shape[1]))).toBeLessThan(TOLERANCE);
    });
  });

  it('continues greedily with the same tokens', async () => {
    const sampling = { temperature: 0, topK: 0, topP: 1, maxNewTokens: 12, stopIds: [] };
    const prompts = fixture.greedy.map(({ prompt }, task) => ({ ids: prompt, task, rollouts: [0], position: 0 }));
    const completions = await generate(model(), prompts, sampling, { seed: 1, stream: 0, epoch: 0 });
    expect(completions.map(({ ids }, i) => [...prompts[i].ids, ...ids])).toEqual(fixture.greedy.map(({ ids }) => ids));
    expect(completions.every(({ finish }) => finish === 'length')).toBe(true);
  });
});
