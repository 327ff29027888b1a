/** @file The same prompts at every evaluation of a recorded run. */
import { beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun } from '../genenv/testing/record-run.ts';
import { household } from '../tasks/families/household/household.ts';
import { followedAnswers } from './followed-task.ts';
import { viewRun } from './run-view.ts';

let log: RunEvent[];
beforeAll(async () => {
  log = await recordRun();
});

it('follows one prompt of each level through all evaluations, that before training first', () => {
  const followed = followedAnswers(viewRun(log));
  expect(followed.map(({ level }) => level)).toEqual(Array.from({ length: household.levels }, (_, i) => i + 1));
  for (const { answers, task } of followed) {
    expect(answers.map(({ epoch }) => epoch)).toEqual([0, 1, 2]);
    for (const { answer } of answers) expect([answer.task, answer.ids.length > 0]).toEqual([task, true]);
  }
});

it('has nothing to follow in a log of another trainer', () => {
  const other = log.map((event) => {
    if (!('heldOut' in event) || !event.heldOut) return event;
    const { answers: _, ...heldOut } = event.heldOut;
    return { ...event, heldOut };
  });
  expect(followedAnswers(viewRun(other))).toEqual([]);
});
