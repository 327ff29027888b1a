import { describe, expect, it } from 'vitest';
import type { EnvironmentEntry } from './log/events.ts';
import type { Attempt } from './log/epoch-events.ts';
import { addToPools, growPools, isValidTrace, regressionWindow } from './pools.ts';
import { memoryPools } from './testing/memory-pools.ts';

const trace = (answer: string, reward: number, wellFormed: boolean, finish: 'stop' | 'length' = 'stop') =>
  ({ rollout: { turns: [answer], finish }, score: { reward, wellFormed } }) as Attempt;

describe('D_train', () => {
  it('holds valid traces: well-formed and finished, success or not', () => {
    expect(isValidTrace(trace('a', 0, true))).toBe(true);
    expect(isValidTrace(trace('a', 0, false))).toBe(false);
    expect(isValidTrace(trace('a', 0, true, 'length'))).toBe(false);
  });

  it('grows by every valid trace, also of a text that it holds', () => {
    const groups = [
      { rollouts: [trace('a', 0, true), trace('b', 1, true), trace('c', 1, true)] },
      { rollouts: [trace('a', 0, false), trace('b', 0.5, true, 'length')] },
    ];
    const pools = memoryPools();
    for (const size of [1, 2]) {
      const event = growPools(pools, 3, groups, [{ epoch: 3 } as EnvironmentEntry]);
      expect(event).toMatchObject({ trainSize: 3 * size, environmentSize: size, invalidTraces: 2 });
      addToPools(pools, event);
    }
  });
});

it('D_env gives the regression the pairs of the last epochs, including this one', () => {
  const entries = [1, 2, 3, 4].map((epoch) => ({ epoch }) as EnvironmentEntry);
  expect(regressionWindow(entries, 4, 1).map(({ epoch }) => epoch)).toEqual([4]);
  expect(regressionWindow(entries, 4, 3).map(({ epoch }) => epoch)).toEqual([2, 3, 4]);
});
