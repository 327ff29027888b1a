import { expect, it } from 'vitest';
import type { OptimizerSettings, Prompt, SamplingSettings } from '../policy.ts';
import { TablePolicy } from './table-policy.ts';

const sampling: SamplingSettings = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8, stopIds: [1] };
const prompts: Prompt[] = [
  { ids: [0, 3, 4], task: 0, rollouts: [0, 1, 2], position: 0 },
  { ids: [0, 5], task: 4, rollouts: [0, 1], position: 0 },
];
const key = { seed: 3, stream: 1, epoch: 2 };
const policy = (spread = 1) => new TablePolicy({ vocabularySize: 7, spread });
const optimizer: OptimizerSettings = {
  learningRate: 0.1,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 1,
};

it.each([1, 0.6])('samples at temperature %f with the log-probabilities it scores', async (temperature) => {
  const table = policy();
  const { completions } = await table.generate(prompts, { ...sampling, temperature }, key);
  expect(completions.map(({ task, rollout }) => [task, rollout])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
    [4, 0],
    [4, 1],
  ]);
  const sequences = completions.map(({ task, ids }) => ({
    prompt: prompts.find((prompt) => prompt.task === task)!.ids,
    completion: ids,
  }));
  const { scored } = await table.score(sequences, 'current', temperature);
  expect(scored.map(({ logprobs }) => logprobs)).toEqual(completions.map(({ logprobs }) => logprobs));
});

it('samples each rollout by its own indices, whatever it is sampled together with', async () => {
  const all = (await policy().generate(prompts, sampling, key)).completions;
  const one = (await policy().generate([{ ...prompts[1], rollouts: [1] }], sampling, key)).completions;
  expect(one[0]).toEqual(all[4]);
  const other = (await policy().generate(prompts, sampling, { ...key, epoch: 3 })).completions;
  expect(other).not.toEqual(all);
});

it('samples as often as it says', async () => {
  const rollouts = Array.from({ length: 4000 }, (_, i) => i);
  const prompt = { ...prompts[0], rollouts };
  const { completions } = await policy().generate([prompt], { ...sampling, maxNewTokens: 1 }, key);
  for (let id = 0; id < 7; id++) {
    const drawn = completions.filter(({ ids }) => ids[0] === id);
    if (drawn.length > 0) expect(drawn.length / 4000).toBeCloseTo(Math.exp(drawn[0].logprobs[0]), 1.5);
  }
});

it('keeps to the most likely tokens under top-k and top-p, and to the first when greedy', async () => {
  const rollouts = Array.from({ length: 200 }, (_, i) => i);
  const kinds = async (changes: Partial<SamplingSettings>) => {
    const request = { ...sampling, maxNewTokens: 1, ...changes };
    const { completions } = await policy(3).generate([{ ...prompts[0], rollouts }], request, key);
    return new Set(completions.map(({ ids }) => ids[0]));
  };
  const greedy = await kinds({ temperature: 0 });
  expect(greedy.size).toBe(1);
  expect(await kinds({ topK: 1 })).toEqual(greedy);
  expect(await kinds({ topP: 0.01 })).toEqual(greedy);
  expect((await kinds({ topK: 2 })).size).toBe(2);
});

it('restores exactly, the optimizer state too, and backtracks to what it held', async () => {
  const request = {
    sequences: [{ prompt: [0], completion: [2, 3, 1] }],
    objective: { kind: 'cross-entropy' as const, on: 'completion' as const },
    optimizer,
  };
  const one = policy();
  await one.update(request);
  const snapshot = await one.snapshot();
  await one.hold();
  const after = await one.update(request);
  const two = policy();
  await two.restore(snapshot);
  expect(await two.update(request)).toEqual(after);
  expect(await two.snapshot()).toEqual(await one.snapshot());
  await one.backtrack(0);
  expect(await one.snapshot()).toEqual(snapshot);
});

it('diverges from its initial weights by what the regression measures', async () => {
  const table = policy();
  const sequences = [
    { prompt: [0], completion: [2, 3, 1] },
    { prompt: [0, 4], completion: [5, 1] },
  ];
  expect((await table.divergence(sequences, 1)).perSequence).toEqual([0, 0]);
  const request = {
    sequences: sequences.map((sequence) => ({ ...sequence, weight: 1 })),
    objective: { kind: 'rwr' as const, klWeight: 0.1, temperature: 1 },
    optimizer,
  };
  await table.update(request);
  const { perSequence } = await table.divergence(sequences, 1);
  const { klPerSequence } = await table.update(request);
  expect(klPerSequence).toBeCloseTo((perSequence[0] + perSequence[1]) / 2, 12);
  expect(klPerSequence).toBeGreaterThan(0);
});

it('counts prompt tokens in the loss where asked to', async () => {
  const sequences = [{ prompt: [0, 3, 4], completion: [1] }];
  const tokens = async (on: 'completion' | 'all') =>
    (await policy().update({ sequences, objective: { kind: 'cross-entropy', on }, optimizer })).tokens;
  expect([await tokens('completion'), await tokens('all')]).toEqual([1, 3]);
});
