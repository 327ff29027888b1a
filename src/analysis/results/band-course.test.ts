/** @file The rule for staying in the band. */
import { expect, it } from 'vitest';
import type { RunSummary } from '../run-summary.ts';
import { knownRun } from '../testing/summaries.ts';
import { bandCourse, bandCourses } from './band-course.ts';

/** A run with these p̂, and success on its hardest level before the first epoch and after each. */
function runOf(rates: readonly number[], hardest: readonly number[], settings: Partial<RunSummary['settings']> = {}) {
  const run = knownRun({ settings, heldOut: hardest, epochs: (epoch) => ({ successRate: rates[epoch - 1] }) });
  const heldOut = run.heldOut.map((row, i) => ({ ...row, byLevel: { household: [1, hardest[i]] } }));
  return { ...run, heldOut };
}

const NEVER_SOLVED = [0, 0, 0, 0, 0, 0, 0];

it('begins after the first epoch inside, borders included', () => {
  const run = runOf([0.1, 0.4, 0.6, 0.61, 0.39, 0.5], NEVER_SOLVED);
  expect(bandCourse(run)).toEqual({ entered: 2, after: 0.5, hardestSolved: null, untilHardest: 0.5, end: 0.5 });
});

it('is cut where the hardest level is solved above the band, not where it is solved at its border', () => {
  const run = runOf([0.5, 0.5, 0.7, 0.5, 0.9, 0.9], [0, 0, 0, 0.6, 0.61, 0.2, 1]);
  expect(bandCourse(run)).toMatchObject({ after: 0.4, hardestSolved: 4, untilHardest: 2 / 3, end: 0.9 });
  expect(bandCourse(runOf([0.5, 0.7], [1, 1, 1]))).toMatchObject({ after: 0, hardestSolved: 0, untilHardest: null });
});

it('waits until every family is solved', () => {
  const run = runOf([0.5, 0.5, 0.9], [0, 0.7, 0.7, 0.7]);
  const heldOut = run.heldOut.map((row) => ({
    ...row,
    byLevel: { ...row.byLevel, travel: [row.epoch < 3 ? 0 : 1] },
  }));
  expect(bandCourse({ ...run, heldOut })).toMatchObject({ hardestSolved: 3, untilHardest: 0.5 });
});

it('is none of a run that never enters, or has no epoch after it', () => {
  expect(bandCourse(runOf([0.1, 0.7], [0, 0, 0]))).toBeNull();
  expect(bandCourse(runOf([0.1, 0.5], [0, 0, 0]))).toBeNull();
});

it('is summed up by condition, over the runs that enter', () => {
  const few = { alpha: 0.3 };
  const courses = bandCourses([
    runOf([0.5, 0.5, 0.5], [0, 0, 0, 0], { seed: 1 }),
    runOf([0.5, 0.5, 0.9], [0, 0, 0, 0], { seed: 2 }),
    runOf([0.1, 0.1, 0.1], [0, 0, 0, 0], { seed: 3 }),
    runOf([0.5, 0.9, 0.9], [0, 0, 0, 0], { seed: 1, ...few }),
    { ...runOf([0, 0, 0], [0, 0, 0, 0]), arm: 'random' },
  ]);
  expect(courses.map(({ arm, condition, runs, courses: { length } }) => [arm, condition, runs, length])).toEqual([
    ['genenv', 'alpha 0.5', 3, 2],
    ['genenv', 'alpha 0.3', 1, 1],
  ]);
  expect(courses[0].after.mean).toBe(0.75);
  expect(courses[1].after.mean).toBe(0);
});
