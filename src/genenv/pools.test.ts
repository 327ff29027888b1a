import { describe, expect, it } from 'vitest';
import type { EnvironmentEntry } from './log/events.ts';
import type { Attempt } from './log/task-events.ts';
import type { AttemptedTask } from './stages/candidate.ts';
import { addToPools, emptyPools, growPools, isValidTrace, mixture, regressionWindow } from './pools.ts';

const task = (text: string, ...rollouts: ReturnType<typeof trace>[]) =>
  ({ text, family: 'doors', source: 'environment', level: 2, rollouts }) as unknown as AttemptedTask;

const trace = (answer: string, reward: number, wellFormed: boolean, finish: 'stop' | 'length' = 'stop') =>
  ({ rollout: { turns: [answer], finish }, score: { reward, wellFormed } }) as Attempt;

function grow(pools = emptyPools()) {
  const tasks = [
    task('one', trace('a', 0, true), trace('b', 1, true), trace('c', 1, true)),
    task('two', trace('a', 0, false), trace('b', 0.5, true, 'length')),
    task('one', trace('a', 0, true)),
  ];
  const event = growPools(pools, 3, tasks, [{ epoch: 3 } as EnvironmentEntry]);
  addToPools(pools, event);
  return { event, pools };
}

describe('D_train', () => {
  it('holds valid traces: well-formed and finished, success or not', () => {
    expect(isValidTrace(trace('a', 0, true))).toBe(true);
    expect(isValidTrace(trace('a', 0, false))).toBe(false);
    expect(isValidTrace(trace('a', 0, true, 'length'))).toBe(false);
  });

  it('grows by tasks with a valid trace, each text once, with its best trace', () => {
    const { event } = grow();
    expect(event.train).toEqual([
      { epoch: 3, family: 'doors', source: 'environment', text: 'one', level: 2, turns: ['b'], reward: 1 },
    ]);
    expect(event).toMatchObject({ trainSize: 1, environmentSize: 1, invalidTraces: 2 });
    const { pools } = grow();
    expect(grow(pools).event).toMatchObject({ train: [], trainSize: 1, environmentSize: 2 });
  });
});

describe('D_env', () => {
  it('gives the regression the pairs of the last epochs, including this one', () => {
    const entries = [1, 2, 3, 4].map((epoch) => ({ epoch }) as EnvironmentEntry);
    expect(regressionWindow(entries, 4, 1).map(({ epoch }) => epoch)).toEqual([4]);
    expect(regressionWindow(entries, 4, 3).map(({ epoch }) => epoch)).toEqual([2, 3, 4]);
  });
});

describe('mixture', () => {
  const of = (baseShare: number, replayShare: number, trainSize = 100) =>
    mixture({ tasksPerEpoch: 16, baseShare, replayShare }, trainSize);

  it('adds up to the tasks of an epoch', () => {
    expect(of(0, 0)).toEqual({ base: 0, replay: 0, fresh: 16 });
    expect(of(0.25, 0.5)).toEqual({ base: 4, replay: 8, fresh: 4 });
    expect(of(1, 0)).toEqual({ base: 16, replay: 0, fresh: 0 });
    expect(of(0.5, 0.53)).toEqual({ base: 8, replay: 8, fresh: 0 });
  });

  it('takes new tasks instead of replays that D_train does not have yet', () => {
    expect(of(0.25, 0.5, 3)).toEqual({ base: 4, replay: 3, fresh: 9 });
  });
});
