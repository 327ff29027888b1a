/** @file The workload on our own engine: the models through the policy that a run uses, the curriculum through its ops. */
import { bandAround } from '../src/curriculum/difficulty-filter.ts';
import { difficultyFilter } from '../src/curriculum/ops/difficulty-filter.ts';
import { environmentRewards } from '../src/curriculum/ops/environment-reward.ts';
import { groupAdvantages } from '../src/curriculum/ops/group-advantages.ts';
import { normaliseWeights, regressionWeights } from '../src/curriculum/ops/regression-weights.ts';
import { scopeCounts, taskCounts } from '../src/curriculum/ops/success-counts.ts';
import { LanguageModelPolicy } from '../src/policy/language-model-policy.ts';
import { Device } from '../src/tensor/device.ts';
import { Tape } from '../src/tensor/tape.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import type { Contestant } from './contestant.ts';
import {
  batch,
  configOf,
  CURRICULUM,
  GROUP_SIZE,
  matmulLimit,
  rewards,
  sumOfSquares,
  weightsOf,
  type WorkSize,
} from './workload.ts';

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
  const tasks = size.rollouts / GROUP_SIZE;
  const outcomes = {
    rewards: rewards().subarray(0, size.rollouts),
    groupOf: Uint32Array.from({ length: size.rollouts }, (_, i) => Math.floor(i / GROUP_SIZE)),
    groupStarts: Uint32Array.from({ length: tasks + 1 }, (_, task) => task * GROUP_SIZE),
    scopeOf: Uint32Array.from({ length: tasks }, (_, task) => task),
  };
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
    async curriculum() {
      const { successThreshold, alpha, beta, kMin, lambda, scale } = CURRICULUM;
      const tape = new Tape(device, false);
      const [rollouts, groupOf, groupStarts, scopeOf, own, penalties] = [
        tape.upload(outcomes.rewards),
        tape.upload(outcomes.groupOf),
        tape.upload(outcomes.groupStarts),
        tape.upload(outcomes.scopeOf),
        tape.upload(new Uint32Array(tasks).fill(1)),
        tape.upload(new Float32Array(tasks)),
      ];
      const advantages = groupAdvantages(tape, rollouts, groupOf, groupStarts, scale);
      const counts = taskCounts(tape, rollouts, groupStarts, successThreshold);
      const scopes = scopeCounts(tape, counts, scopeOf, tasks);
      const { fixed } = environmentRewards(tape, scopes, penalties, { kind: 'alpha', alpha, beta });
      const kept = difficultyFilter(tape, scopes, bandAround(alpha, kMin));
      const normalised = normaliseWeights(tape, regressionWeights(tape, fixed, kept, own, lambda));
      const results = await device.readAll([advantages, normalised]);
      tape.dispose();
      return sumOfSquares(...results);
    },
    async sample() {
      const prompts = rows.map(([first], task) => ({ ids: [first], task, rollouts: [0], position: 0 }));
      const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: size.newTokens, stopIds: [] };
      await policy.generate(prompts, sampling, { seed: 1, stream: 3, epoch: draws++ });
    },
  };
}
