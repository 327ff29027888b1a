/** @file Lists the lessons in teaching order. A new lesson needs a file in table/, a line here, and messages. */
import { bandAndGroups } from './table/band-and-groups.ts';
import { gamedReward } from './table/gamed-reward.ts';
import { lossIsZero } from './table/loss-is-zero.ts';
import { regressionAndCap } from './table/regression-and-cap.ts';
import { rolloutsOrFlops } from './table/rollouts-or-flops.ts';
import { taskAnswerReward } from './table/task-answer-reward.ts';
import { threeArms } from './table/three-arms.ts';
import { whyHalf } from './table/why-half.ts';
import { worldOfOnesOwn } from './table/world-of-ones-own.ts';
import { writtenKeys } from './table/written-keys.ts';
import type { EpochView } from '../analysis/run-view.ts';
import type { Lesson, LessonMoments } from './lesson.ts';

export const lessons: readonly Lesson[] = [
  taskAnswerReward,
  whyHalf,
  bandAndGroups,
  lossIsZero,
  regressionAndCap,
  gamedReward,
  writtenKeys,
  threeArms,
  rolloutsOrFlops,
  worldOfOnesOwn,
];

export const lessonByName = (name: string): Lesson | undefined => lessons.find((lesson) => lesson.name === name);

/** Finds the opening epoch of each lesson on the recorded run. */
export const lessonMoments = (epochs: readonly EpochView[]): LessonMoments =>
  Object.fromEntries(
    lessons.flatMap(({ name, opens }) =>
      opens.run === 'recorded' ? [[name, opens.at(epochs)?.epoch ?? null] as const] : [],
    ),
  );
