import { describe, expect, it } from 'vitest';
import type { RwrObjective } from '../../objectives/objective.ts';
import type { UpdateRequest } from '../../policy/policy.ts';
import { TablePolicy, watchUpdates } from '../../policy/testing/table-policy.ts';
import type { EnvironmentEntry } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Candidate } from './inspect-task.ts';
import { cappedStep, meanDivergence, updateEnvironment } from './update-environment.ts';

const entry = (epoch: number, contextIds: number[], writtenIds: number[]): EnvironmentEntry => ({
  epoch,
  family: 'kinds',
  context: '',
  contextIds,
  writtenIds,
  successRate: 0.5,
  weight: 1,
});
const earlier = [entry(1, [0, 1], [2, 3, 1]), entry(1, [0, 2], [4, 1])];
const candidate = (contextIds: number[], ids: number[]) =>
  ({ contextIds, source: 'environment', written: { ids } }) as unknown as Candidate;
const current = [candidate([0, 3], [3, 3, 5, 1])];

const sequencesOf = (texts: readonly EnvironmentEntry[]) =>
  texts.map(({ contextIds, writtenIds }) => ({ prompt: contextIds, completion: writtenIds }));

async function meanOf(policy: TablePolicy, texts: readonly EnvironmentEntry[]): Promise<number> {
  const { perSequence } = await policy.divergence(sequencesOf(texts), 1);
  return perSequence.reduce((sum, kl) => sum + kl, 0) / perSequence.length;
}

const settings = parseSettings({ environmentLearningRate: 0.1, environmentKlCap: 0.05, capAction: 'kl-only' });
const update = (policy: TablePolicy, changes: object = {}, environment = earlier, pairs: EnvironmentEntry[] = []) =>
  updateEnvironment({
    environment: policy,
    settings: { ...settings, ...changes },
    learns: true,
    epoch: 2,
    pools: { environment },
    pairs,
    tasks: current,
  });

it('logs the divergence over the texts that the cap compares', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const { event } = await update(policy);
  expect(event.klPerSequence).toBeCloseTo(await meanOf(policy, earlier), 12);
  expect(event.klPerSequence).toBeGreaterThan(0.05);
  const next = (await update(policy)).event.steps[0];
  expect(next.klPerSequence).toBeCloseTo(event.klPerSequence, 12);
  expect(next.capAction).toBe('kl-only');
});

it('includes this epoch’s texts if the penalty does, and measures only them if there are no others', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const own = entry(2, [0, 3], [3, 3, 5, 1]);
  const pulled = (await update(policy, { klOnCurrentBatch: true })).event;
  expect(pulled.klPerSequence).toBeCloseTo(await meanOf(policy, [...earlier, own]), 12);
  const idle = (await update(policy, {}, [])).event;
  expect(idle.steps).toEqual([]);
  expect(idle.klPerSequence).toBeCloseTo(await meanOf(policy, [own]), 12);
});

it('counts a text of this epoch that passed the filter only once', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const [{ contextIds, written }] = current;
  const passed = entry(2, contextIds, written!.ids);
  const { event } = await update(policy, { klOnCurrentBatch: true }, earlier, [passed]);
  expect(event.klPerSequence).toBeCloseTo(await meanOf(policy, [...earlier, passed]), 12);
});

it('draws other pairs in each step if the window has more than a step takes', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const requests = watchUpdates(policy);
  const window = Array.from({ length: 16 }, (_, i) => entry(1, [0, i % 6, Math.floor(i / 6)], [2, 1]));
  await update(policy, { environmentMaxPairs: 4, environmentSteps: 4 }, window);
  const drawn = requests.map(({ sequences }) => sequences.map(({ prompt }) => prompt.join('-')).join(' '));
  expect(new Set(drawn).size).toBe(4);
});

it('logs that the cap was reached, even if a later step stayed below it', async () => {
  const divergences = [1, 0];
  const policy = {
    update: async () => ({ klPerSequence: divergences.shift(), flops: 0 }),
    divergence: async () => ({ perSequence: [0], flops: 0 }),
  } as unknown as TablePolicy;
  const { event } = await update(policy, { environmentSteps: 2 });
  expect(event.steps.map(({ capAction }) => capAction)).toEqual(['kl-only', 'none']);
  expect(event.cap).toBe('kl-only');
});

const objective: RwrObjective = { kind: 'rwr', klWeight: 0, temperature: 1 };
const optimizer = { learningRate: 0.05, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0, clipNorm: 0 };
const request: UpdateRequest & { objective: RwrObjective } = {
  sequences: [
    { prompt: [0, 1], completion: [2, 3, 1], weight: 1 },
    { prompt: [0, 2], completion: [4, 1], weight: 1 },
  ],
  objective,
  optimizer,
};
const CAP = 0.5;

async function steps(action: 'stop' | 'scale-back' | 'roll-back' | 'kl-only', count: number, cap = CAP) {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const taken = [];
  for (let step = 0; step < count; step++) taken.push(await cappedStep(policy, request, cap, action));
  const { mean } = await meanDivergence(policy, request.sequences, 1);
  return { taken, mean, policy };
}

/** Makes a policy that reports the given divergences in order. A step costs 100 FLOPs, and a measurement costs 1. */
function measured(...divergences: number[]) {
  const halved: number[] = [];
  const policy = {
    hold: async () => {},
    update: async () => ({ klPerSequence: 0, flops: 100 }),
    divergence: async () => ({ perSequence: [divergences.shift()!], flops: 1 }),
    backtrack: async (share: number) => void halved.push(share),
  } as unknown as TablePolicy;
  return { policy, halved };
}

describe('cappedStep', () => {
  it('limits nothing if the cap is 0', async () => {
    const { mean, taken } = await steps('stop', 30, 0);
    expect(mean).toBeGreaterThan(2);
    expect(new Set(taken.map(({ action }) => action))).toEqual(new Set(['none']));
  });

  it('stop: takes no step once the divergence has reached the cap', async () => {
    const { mean, taken } = await steps('stop', 30);
    const stopped = taken.findIndex(({ action }) => action === 'stop');
    expect(stopped).toBeGreaterThan(0);
    expect(taken.slice(stopped).every(({ action, stats }) => action === 'stop' && stats === null)).toBe(true);
    expect(mean).toBe((await steps('stop', stopped)).mean);
    expect(await cappedStep(measured(CAP).policy, request, CAP, 'stop')).toMatchObject({ action: 'stop', flops: 1 });
    expect(await cappedStep(measured(0.99 * CAP).policy, request, CAP, 'stop')).toMatchObject({ action: 'none' });
  });

  it('scale-back: ends each step within the cap', async () => {
    const { mean, taken } = await steps('scale-back', 30);
    expect(mean).toBeLessThanOrEqual(CAP);
    expect(taken.some(({ action }) => action === 'scale-back')).toBe(true);
    const rolledBack = await steps('roll-back', 30);
    expect(mean).toBeGreaterThan(rolledBack.mean);
  });

  it('scale-back: restores the optimizer moments of a shortened step', async () => {
    const { taken } = await steps('scale-back', 30);
    const shortened = taken.findIndex(({ action }) => action === 'scale-back');
    const before = await steps('scale-back', shortened);
    const after = await steps('scale-back', shortened + 1);
    const [from, to] = [await before.policy.snapshot(), await after.policy.snapshot()];
    expect(to.optimizer).toEqual(from.optimizer);
    expect(to.weights).not.toEqual(from.weights);
  });

  it('roll-back: undoes the step and restores the optimizer state', async () => {
    const { mean, taken, policy } = await steps('roll-back', 30);
    const undone = taken.findIndex(({ action }) => action === 'roll-back');
    expect(undone).toBeGreaterThan(0);
    expect(mean).toBeLessThanOrEqual(CAP);
    const before = await steps('roll-back', undone);
    expect(await policy.snapshot()).toEqual(await before.policy.snapshot());
  });

  it('scale-back: halves a step four times, then undoes it, and counts the cost of measuring', async () => {
    const within = measured(1, 1, 1, 1, 0.1);
    expect(await cappedStep(within.policy, request, CAP, 'scale-back')).toMatchObject({
      action: 'scale-back',
      flops: 105,
    });
    expect(within.halved).toEqual([0.5, 0.5, 0.5, 0.5]);
    const beyond = measured(1, 1, 1, 1, 1);
    expect(await cappedStep(beyond.policy, request, CAP, 'scale-back')).toMatchObject({
      action: 'roll-back',
      flops: 105,
    });
    expect(beyond.halved).toEqual([0.5, 0.5, 0.5, 0.5, 0]);
    expect(await cappedStep(measured(0).policy, request, CAP, 'stop')).toMatchObject({ action: 'none', flops: 101 });
  });

  it('kl-only: leads back to the cap', async () => {
    const { taken, mean } = await steps('kl-only', 80);
    const divergences = taken.map(({ stats }) => stats!.klPerSequence);
    taken.forEach(({ action }, step) => expect(action).toBe(divergences[step] >= CAP ? 'kl-only' : 'none'));
    expect(taken.some(({ action }) => action === 'kl-only')).toBe(true);
    expect(Math.max(...divergences)).toBeLessThan(4 * CAP);
    expect(mean).toBeLessThan(2 * CAP);
  });

  it.each(['scale-back', 'roll-back'] as const)('%s: keeps a step that leads back towards the cap', async (action) => {
    const { policy, mean: before } = await steps('stop', 30, 0);
    const back = {
      ...request,
      sequences: request.sequences.map((sequence) => ({ ...sequence, weight: 0 })),
      objective: { ...objective, klWeight: 1 },
      // No momentum, because it would carry the divergence further beyond the cap.
      optimizer: { ...optimizer, beta1: 0 },
    };
    const step = await cappedStep(policy, back, CAP, action);
    const { mean: after } = await meanDivergence(policy, request.sequences, 1);
    expect(step.action).toBe('none');
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(CAP);
  });

  it('measures the divergence only over sequences with a KL weight', async () => {
    const policy = new TablePolicy({ vocabularySize: 6 });
    await policy.update(request);
    const step = await cappedStep(
      policy,
      { ...request, sequences: request.sequences.map((sequence) => ({ ...sequence, klWeight: 0 })) },
      1e-9,
      'roll-back',
    );
    expect(step.action).toBe('none');
  });
});
