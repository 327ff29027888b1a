import { describe, expect, it } from 'vitest';
import type { EpochEnded, RunEvent, TasksWritten } from '../genenv/log/events.ts';
import { attemptedDigest, outlineEvent, unpackHashes } from '../genenv/log/outline-event.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { household } from '../tasks/families/household/household.ts';
import { DIVERSITY_WINDOW, DiversityFold } from './epoch-fields.ts';
import { bandStretches, flattenedSize, runMetrics } from './metrics.ts';

describe('the band over a run', () => {
  it('is one stretch while the band stays, and a new one from the end of the epoch before its change', async () => {
    const log = await recordRun(tableSettings({ epochs: 3, alpha: 0.5, kMin: 0.25 }));
    const secondEpoch = log.findIndex((event) => event.type === 'tasks-written' && event.epoch === 2);
    const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.875 } };
    const { epochs } = runMetrics([...log.slice(0, secondEpoch), change, ...log.slice(secondEpoch)]);
    expect(bandStretches(epochs, ({ epoch }) => epoch, 0)).toEqual([
      { left: 0, right: 1, low: 0.25, high: 0.75 },
      { left: 1, right: 3, low: 0.625, high: 1 },
    ]);
  });
});

describe('a spike that flattens a curve', () => {
  it('is found if the largest value hides the usual ones, whatever the sign', () => {
    expect(flattenedSize([0.1, 0.2, 0.1, 0.15, 40])).toBe(0.15);
    expect(flattenedSize([0.1, -30, 0.2, -0.1, 0])).toBe(0.2);
    expect(flattenedSize([1, 2, 3, 20])).toBeUndefined();
    expect(flattenedSize([0, 0])).toBeUndefined();
    expect(flattenedSize([])).toBeUndefined();
  });
});

function epochOf(texts: readonly string[]): [TasksWritten, EpochEnded] {
  const levels = texts.map((text) => text.split('&').length);
  const share = (level: number) => levels.filter((one) => one === level).length / (levels.length || 1);
  return [
    { texts: texts.map((text) => ({ family: 'household', text, used: true })) } as TasksWritten,
    {
      levels: { household: Array.from({ length: household.levels }, (_, i) => share(i + 1)) },
    } as unknown as EpochEnded,
  ];
}

it('counts different tasks, their goals, and the share of the levels', () => {
  const fold = new DiversityFold();
  // The goals are clean apple, heat mug and cool mug. Levels 1 and 2 of ten occur.
  const first = ['clean apple & heat mug', 'clean apple', 'clean apple', 'cool mug'];
  expect(fold.add(...epochOf(first))).toEqual({ tasks: 3, goals: 3, levelCoverage: 0.2 });
  // A task with its goals in another order is a new task, but has no new goal. Level 3 and the goal clean pen are new.
  const second = ['heat mug & clean apple', 'clean apple & heat mug & clean pen'];
  expect(fold.add(...epochOf(second))).toEqual({ tasks: 5, goals: 4, levelCoverage: 0.3 });
  for (let epoch = 0; epoch < DIVERSITY_WINDOW - 2; epoch++) fold.add(...epochOf(['clean pen']));
  // The first epoch has left the window. Both goals of its level-2 task also occur in the second epoch.
  expect(fold.add(...epochOf(['clean pen']))).toEqual({ tasks: 3, goals: 3, levelCoverage: 0.3 });
  expect(fold.add(...epochOf([]))).toEqual({ tasks: 1, goals: 1, levelCoverage: 0.1 });
});

it('does not count texts that the agent does not attempt, and takes an unknown task as one goal', () => {
  const text = (text: string, used: boolean, family = 'household') => ({ family, text, used });
  const texts = [text('clean apple', true), text('heat mug', false), text('heat mug & cool mug', true, 'other')];
  const digest = attemptedDigest(texts as TasksWritten['texts']);
  const [hashes, goals] = [unpackHashes(digest.texts), unpackHashes(digest.goals)];
  expect([hashes.length, goals.length]).toEqual([2, 2]);
  expect(goals[1]).toBe(hashes[1]);
});

it('is null if an outline does not tell the tasks', () => {
  const [, ended] = epochOf(['clean apple']);
  expect(new DiversityFold().add({ texts: [] } as unknown as TasksWritten, ended)).toBeNull();
  expect(new DiversityFold().add(undefined, ended)).toBeNull();
});

it('follows from the outlines of a run as from its whole log', async () => {
  const events = await recordRun(tableSettings({ epochs: 3 }));
  const outlines = (JSON.parse(JSON.stringify(events)) as RunEvent[]).map(outlineEvent);
  const { epochs } = runMetrics(outlines);
  expect(epochs).toEqual(runMetrics(events).epochs);
  expect(runMetrics(outlines.map(outlineEvent)).epochs).toEqual(epochs);
  // Count tasks, goals and levels again from the texts. A text has one goal between two &.
  const [tasks, goals, levels] = [new Set<string>(), new Set<string>(), new Set<number>()];
  let epoch = 0;
  for (const event of events) {
    if (event.type !== 'tasks-written') continue;
    for (const { text, used, level } of event.texts) {
      if (!used) continue;
      tasks.add(text);
      levels.add(level);
      for (const goal of text.split(' & ')) goals.add(goal);
    }
    const { windowTasks, windowGoals, levelCoverage } = epochs[epoch++];
    expect([windowTasks, windowGoals]).toEqual([tasks.size, goals.size]);
    expect(levelCoverage).toBeCloseTo(levels.size / household.levels, 12);
  }
  expect(goals.size).toBeGreaterThan(6);
});
