import { expect, it } from 'vitest';
import { defaultSettings } from '../genenv/settings/settings.ts';
import type { TaskView } from './run-view.ts';
import { settingEffects, type EffectsRequest } from './setting-effects.ts';

/** Eight answers each; `right[i]` of them right. */
const solved = (right: readonly number[]): TaskView[] =>
  right.map((k, task) => ({ scored: { task, scope: { k, n: 8 }, successRate: k / 8 } }) as TaskView);

const ask = (change: Partial<EffectsRequest['settings']>, request: Partial<EffectsRequest> = {}): EffectsRequest => ({
  settings: { ...defaultSettings, ...change },
  inForce: defaultSettings,
  tasks: [],
  rolloutsPerSecond: undefined,
  ...request,
});

it('counts what passes: with G = 8 and k_min = .1 only 4 of 8', () => {
  const request = ask({ groupSize: 8, alpha: 0.5, kMin: 0.1 }, { tasks: solved([0, 3, 4, 4, 5, 8]) });
  expect(settingEffects('kMin', request)).toEqual([
    { kind: 'passes', counts: [4], groupSize: 8, tasks: { inside: 2, all: 6 } },
  ]);
});

it('finds nothing in a band that no count reaches', () => {
  expect(settingEffects('alpha', ask({ groupSize: 3, alpha: 0.5, kMin: 0.1 }))).toEqual([
    { kind: 'passes', counts: [], groupSize: 3 },
  ]);
});

it('says nothing of single tasks where p̂ is taken over several, or the band is another’s', () => {
  expect(settingEffects('alpha', ask({ successScope: 'epoch' }))).toEqual([]);
  expect(settingEffects('alpha', ask({ arm: 'r-zero' }))).toEqual([]);
});

it('counts the rollouts of an epoch, and their seconds where the speed is known', () => {
  const { tasksPerEpoch, groupSize } = defaultSettings;
  expect(settingEffects('tasksPerEpoch', ask({ tasksPerEpoch: 3 * tasksPerEpoch }, { rolloutsPerSecond: 96 }))).toEqual(
    [
      {
        kind: 'rollouts',
        rollouts: 3 * tasksPerEpoch * groupSize,
        times: 3,
        seconds: (3 * tasksPerEpoch * groupSize) / 96,
      },
    ],
  );
  expect(settingEffects('groupSize', ask({ groupSize: 2 * groupSize })).at(-1)).toEqual({
    kind: 'rollouts',
    rollouts: 2 * tasksPerEpoch * groupSize,
    times: 2,
  });
});

it('measures the shape of the reward, the contrast of the weights and the odds of tokens', () => {
  const [half] = settingEffects('beta', ask({ beta: 8 }));
  // exp(−8 d²) = ½
  expect(half.kind === 'half-reward' && Math.exp(-8 * half.distance ** 2)).toBeCloseTo(0.5, 12);
  expect(settingEffects('lambda', ask({ lambda: 2 }))).toEqual([{ kind: 'contrast', factor: Math.exp(2) }]);
  expect(settingEffects('agentTemperature', ask({ agentTemperature: 0.5 }))).toEqual([{ kind: 'odds', odds: 4 }]);
  expect(settingEffects('environmentTemperature', ask({ environmentTemperature: 0 }))).toEqual([
    { kind: 'odds', odds: Infinity },
  ]);
});
