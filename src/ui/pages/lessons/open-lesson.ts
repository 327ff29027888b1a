/** @file Takes a lesson: from the page of lessons, from the one before it, or the one that the address names. */
import type { Lesson } from '../../../lessons/lesson.ts';
import { lessonByName } from '../../../lessons/lessons.ts';
import { lessons } from '../../../text/later.ts';
import { LessonSession } from '../../state/lesson-session.svelte.ts';
import type { PageStore } from '../../state/page-store.svelte.ts';

/** In place of the lesson that is being taken. */
export function beginLesson(page: PageStore, lesson: Lesson): Promise<void> {
  page.lesson?.end();
  return new LessonSession(page, lesson).open();
}

export async function openLesson(page: PageStore, name: string): Promise<void> {
  const lesson = lessonByName(name);
  if (lesson) return page.start(() => beginLesson(page, lesson));
  await page.start();
  page.notify(() => lessons.unknown({ name: name.slice(0, 40) }));
}
