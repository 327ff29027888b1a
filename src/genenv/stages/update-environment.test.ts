import { expect, it } from 'vitest';
import { TablePolicy } from '../../policy/testing/table-policy.ts';
import type { Candidate } from './inspect-task.ts';
import type { EnvironmentEntry } from '../log/events.ts';
import { parseSettings } from '../settings/settings.ts';
import { updateEnvironment } from './update-environment.ts';

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

it('says the divergence over the texts that the cap looks at', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const { event } = await update(policy);
  expect(event.klPerSequence).toBeCloseTo(await meanOf(policy, earlier), 12);
  expect(event.klPerSequence).toBeGreaterThan(0.05);
  const next = (await update(policy)).event.steps[0];
  expect(next.klPerSequence).toBeCloseTo(event.klPerSequence, 12);
  expect(next.capAction).toBe('kl-only');
});

it('counts the texts just written with them where the penalty does, and alone where there is no other', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const own = entry(2, [0, 3], [3, 3, 5, 1]);
  const pulled = (await update(policy, { klOnCurrentBatch: true })).event;
  expect(pulled.klPerSequence).toBeCloseTo(await meanOf(policy, [...earlier, own]), 12);
  const idle = (await update(policy, {}, [])).event;
  expect(idle.steps).toEqual([]);
  expect(idle.klPerSequence).toBeCloseTo(await meanOf(policy, [own]), 12);
});

it('counts a text that passed the filter once, though it was just written too', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const [{ contextIds, written }] = current;
  const passed = entry(2, contextIds, written!.ids);
  const { event } = await update(policy, { klOnCurrentBatch: true }, earlier, [passed]);
  expect(event.klPerSequence).toBeCloseTo(await meanOf(policy, [...earlier, passed]), 12);
});

it('draws other pairs in each step where the window holds more than a step takes', async () => {
  const policy = new TablePolicy({ vocabularySize: 6 });
  const drawn: string[] = [];
  const step = policy.update.bind(policy);
  policy.update = (request) => {
    drawn.push(request.sequences.map(({ prompt }) => prompt.join('-')).join(' '));
    return step(request);
  };
  const window = Array.from({ length: 16 }, (_, i) => entry(1, [0, i % 6, Math.floor(i / 6)], [2, 1]));
  await update(policy, { environmentMaxPairs: 4, environmentSteps: 4 }, window);
  expect(new Set(drawn).size).toBe(4);
});

it('says that the cap was reached, also where a later step stayed below it', async () => {
  const divergences = [1, 0];
  const policy = {
    update: async () => ({ klPerSequence: divergences.shift(), flops: 0 }),
    divergence: async () => ({ perSequence: [0], flops: 0 }),
  } as unknown as TablePolicy;
  const { event } = await update(policy, { environmentSteps: 2 });
  expect(event.steps.map(({ capAction }) => capAction)).toEqual(['kl-only', 'none']);
  expect(event.cap).toBe('kl-only');
});
