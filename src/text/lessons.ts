/** @file The words of the lessons and their teacher's sheets: loaded when lessons are opened. */
import type { AnyWording } from './any-wording.ts';
import { lessons as english } from './en/lessons.ts';

export type { FoundWords, LessonWords } from './en/lessons.ts';
export const lessons: AnyWording<typeof english> = english;
