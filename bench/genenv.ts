/** @file Runs the workload on our own engine, with the policy class of real runs. */
import { LanguageModelPolicy } from '../src/policy/language-model-policy.ts';
import { Device } from '../src/tensor/device.ts';
import { batch, CONFIG, type Contestant, modelWeights, type WorkSize } from './workload.ts';

/** Prepares our engine. @param given device to use; default: a new device of the browser's adapter */
export async function prepare(size: WorkSize, given?: Device): Promise<Contestant> {
  const device = given ?? (await Device.open(navigator.gpu));
  const model = { name: 'benchmark', config: CONFIG, weights: modelWeights(), weightsHash: '' };
  const policy = LanguageModelPolicy.create(device, model);
  const rows = batch(size);
  const sequences = rows.map(([first, ...rest]) => ({ prompt: [first], completion: rest }));
  const optimizer = { learningRate: 1e-3, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0, clipNorm: 0 };
  let draws = 0;
  return {
    async train() {
      const objective = { kind: 'cross-entropy', on: 'completion' } as const;
      return (await policy.update({ sequences, objective, optimizer })).loss;
    },
    async sample() {
      const prompts = rows.map(([first], task) => ({ ids: [first], task, rollouts: [0], position: 0 }));
      const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: size.newTokens, stopIds: [] };
      await policy.generate(prompts, sampling, { seed: 1, stream: 3, epoch: draws++ });
    },
  };
}
