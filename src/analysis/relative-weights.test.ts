import { expect, it } from 'vitest';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { relativeWeights } from './group-signals.ts';
import type { TaskView } from './run-view.ts';

/** A task with k of 8 right, judged with the weight that was logged. */
const task = (index: number, k: number, weight: number, source = 'environment') =>
  ({
    index,
    source,
    scored: { task: index, scope: { k, n: 8 }, successRate: k / 8 },
    filtered: { task: index, weight },
  }) as TaskView;
const settings = { ...defaultSettings, alpha: 0.5, beta: 8, kMin: 0.26, lambda: 1 };

it('divide what was logged by its mean; what is left out has none', () => {
  const weights = relativeWeights([task(3, 4, 3), task(5, 0, 0), task(6, 6, 1)], settings);
  expect([...weights]).toEqual([
    [3, 1.5],
    [6, 0.5],
  ]);
});

it('are those of planned settings: λ changes their contrast, the band who is among them', () => {
  const tasks = [task(0, 4, 1), task(1, 6, 1), task(2, 4, 1, 'dataset'), task(3, 8, 1)];
  const [one, other] = [Math.exp(3), Math.exp(3 * Math.exp(-8 * 0.25 ** 2))];
  const mean = (one + other) / 2;
  const weights = relativeWeights(tasks, settings, { ...settings, lambda: 3 });
  expect([...weights.keys()]).toEqual([0, 1]);
  expect(weights.get(0)).toBeCloseTo(one / mean, 12);
  expect(weights.get(1)).toBeCloseTo(other / mean, 12);
  expect([...relativeWeights(tasks, settings, { ...settings, kMin: 0.1 })]).toEqual([[0, 1]]);
});

it('are none where the environment does not learn', () => {
  expect(relativeWeights([task(0, 4, 1)], { ...settings, whoLearns: 'agent' }).size).toBe(0);
  expect(relativeWeights([task(0, 4, 1)], { ...settings, arm: 'random' }).size).toBe(0);
});
