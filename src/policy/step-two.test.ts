/**
 * @file What a policy computed of an epoch (advantages, regression weights) and learns from by index, against the same
 * numbers handed in one by one: the chain from rewards to the gradient, and back.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assess, weigh } from '../curriculum/judge.ts';
import { openSafetensors } from '../lm/safetensors.ts';
import { type Fixture, readFixture } from '../lm/testing/fixture.ts';
import type { TrainingSequence } from '../objectives/objective.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import type { LanguageModelPolicy } from './language-model-policy.ts';
import { gradientProbe, requestOf, startedPolicy } from './testing/fixture-policy.ts';

let device: Device;
let fixture: Fixture;
let policy: LanguageModelPolicy;
beforeAll(async () => {
  device = await openNodeDevice();
  fixture = await readFixture('llama');
  policy = await startedPolicy(device, fixture);
});
afterAll(async () => {
  await policy?.dispose();
  device?.destroy();
});

async function gradientsAfter(name: string, change: (sequence: TrainingSequence, index: number) => TrainingSequence) {
  const request = requestOf(fixture.cases[name], gradientProbe);
  const objective = request.objective.kind === 'rwr' ? { ...request.objective, overMean: true } : request.objective;
  await policy.update({ ...request, objective, sequences: request.sequences.map(change) });
  const moments = openSafetensors((await policy.snapshot()).optimizer);
  return [...fixture.model.weights.keys()].map((parameter) => moments.read(`exp_avg.${parameter}`).data);
}

it('learns from the advantages it assessed as from the same numbers', async () => {
  const { length } = fixture.cases.grpo.sequences;
  const rewards = Array.from({ length }, (_, i) => (i % 3 === 0 ? 1 : 0));
  const request = {
    rollouts: rewards.map((reward) => ({ rule: 'given' as const, reward })),
    groupSizes: [length],
    successThreshold: 1,
    scale: { scale: 'population' as const, epsilon: 1e-6 },
  };
  const { advantages } = await policy.assess(request);
  expect(relativeError(advantages, assess(request).advantages)).toBeLessThan(1e-6);
  const byIndex = await gradientsAfter('grpo', (sequence, rollout) => ({ ...sequence, advantage: { rollout } }));
  const byNumber = await gradientsAfter('grpo', (sequence, i) => ({ ...sequence, advantage: advantages[i] }));
  expect(byIndex).toEqual(byNumber);
  expect(Math.max(...byIndex.flatMap((gradient) => [...gradient].map(Math.abs)))).toBeGreaterThan(0);
});

it('regresses on the weights it weighed, and on stored ones beside them', async () => {
  const { sequences } = fixture.cases.rwr;
  const regressed = sequences.flatMap(({ weight }, i) => (weight ? [i] : []));
  expect(regressed.length).toBeGreaterThan(1);
  const request = {
    counts: sequences.map((_, i) => ({ k: 2 + (i % 4), n: 8 })),
    scopeOf: sequences.map((_, i) => i),
    reward: { kind: 'alpha' as const, alpha: 0.5, beta: 8 },
    band: { low: 0, high: 1 },
    lambda: 3,
    own: sequences.map(() => true),
  };
  const { weights } = await policy.weigh(request);
  expect(relativeError(weights, weigh(request).weights)).toBeLessThan(1e-6);
  const isRegressed = (i: number) => regressed.includes(i);
  const byIndex = await gradientsAfter('rwr', (sequence, task) => ({
    ...sequence,
    // Every other one as D_env stores it.
    weight: !isRegressed(task) ? 0 : task % 2 ? weights[task] : { task },
  }));
  const byNumber = await gradientsAfter('rwr', (sequence, i) => ({
    ...sequence,
    weight: isRegressed(i) ? weights[i] : 0,
  }));
  byIndex.forEach((gradient, i) => expect(relativeError(gradient, byNumber[i])).toBeLessThan(1e-6));
});

it('says what is missing where nothing was assessed or weighed', async () => {
  const fresh = await startedPolicy(device, fixture);
  const request = requestOf(fixture.cases.grpo, gradientProbe);
  const sequences = request.sequences.map((sequence, rollout) => ({ ...sequence, advantage: { rollout } }));
  await expect(fresh.update({ ...request, sequences })).rejects.toThrow('call assess first');
  await fresh.dispose();
});
