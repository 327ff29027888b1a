/** @file The words of the lessons and their teacher's sheets: loaded when lessons are opened. */
import type { AnyWording } from './any-wording.ts';
import type { lessons as english } from './en/lessons.ts';
import { chosen } from './language.ts';

export type { FoundWords, LessonWords } from './en/lessons.ts';
export const { lessons } = await chosen<{ lessons: AnyWording<typeof english> }>({
  en: () => import('./en/lessons.ts'),
  zh: () => import('./zh/lessons.ts'),
});
