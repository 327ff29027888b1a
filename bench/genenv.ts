/** @file Runs the workload on our own engine, through the policy that runs use. */
import { LanguageModelPolicy } from '../src/policy/language-model-policy.ts';
import { Device } from '../src/tensor/device.ts';
import { Tape } from '../src/tensor/tape.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { batch, configOf, type Contestant, matmulLimit, weightsOf, type WorkSize } from './workload.ts';

/** @param given default: a device of the browser's adapter */
export async function prepare(size: WorkSize, given?: Device): Promise<Contestant> {
  const device = given ?? (await Device.open(navigator.gpu));
  const policy = LanguageModelPolicy.create(device, {
    name: 'benchmark',
    config: configOf(size),
    weights: weightsOf(size),
    weightsHash: '',
  });
  const rows = batch().slice(0, size.sequences);
  const sequences = rows.map(([first, ...rest]) => ({ prompt: [first], completion: rest }));
  const optimizer = { learningRate: 1e-3, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0, clipNorm: 0 };
  let draws = 0;
  return {
    async train() {
      const objective = { kind: 'cross-entropy', on: 'completion' } as const;
      return (await policy.update({ sequences, objective, optimizer })).loss;
    },
    async matmul() {
      const { m, k, n, products } = matmulLimit(size);
      const [a, b, c] = [device.zeros([m, k]), device.zeros([k, n]), device.allocate([m, n])];
      const tape = new Tape(device, false);
      for (let i = 0; i < products; i++) multiply(tape, a, b, c);
      await device.read(c);
      tape.dispose();
      for (const tensor of [a, b, c]) device.release(tensor);
    },
    async sample() {
      const prompts = rows.map(([first], task) => ({ ids: [first], task, rollouts: [0], position: 0 }));
      const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: size.newTokens, stopIds: [] };
      await policy.generate(prompts, sampling, { seed: 1, stream: 3, epoch: draws++ });
    },
  };
}
