import { describe, expect, it } from 'vitest';
import { groupSignals, relativeWeights } from './group-signals.ts';
import type { EpochView, TaskView } from './run-view.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';

/** Makes an epoch with one task per list of outcomes, and advantages r − μ. */
const epoch = (...outcomes: boolean[][]): EpochView =>
  ({
    scored: {
      rollouts: outcomes.flatMap((group, task) => {
        const mean = group.filter(Boolean).length / group.length;
        return group.map((success, rollout) => ({ task, rollout, success, advantage: Number(success) - mean }));
      }),
    },
  }) as unknown as EpochView;

it('is 2k(G − k)/G on average for k right of G, which is largest at half', () => {
  const [yes, no] = [true, false];
  const all = groupSignals([
    epoch([no, no, no, no], [yes, no, no, no], [yes, yes, no, no]),
    epoch([yes, yes, yes, no], [yes, yes, yes, yes], [no, yes, no, yes]),
  ]);
  expect(all.map(({ groups }) => groups)).toEqual([1, 1, 2, 1, 1]);
  expect(all.map(({ signal }) => signal)).toEqual(
    [0, 1, 2, 3, 4].map((k) => expect.closeTo((2 * k * (4 - k)) / 4, 12)),
  );
});

it('says nothing of groups of several sizes, nor of none', () => {
  expect(groupSignals([epoch([true, false]), epoch([true])])).toEqual([]);
  expect(groupSignals([])).toEqual([]);
});

describe('relative weights', () => {
  /** Makes a task with k of 8 answers right, and this logged weight. */
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

  it('are none if the environment does not learn', () => {
    expect(relativeWeights([task(0, 4, 1)], { ...settings, whoLearns: 'agent' }).size).toBe(0);
    expect(relativeWeights([task(0, 4, 1)], { ...settings, arm: 'random' }).size).toBe(0);
  });
});
