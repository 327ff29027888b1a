/** @file Opens the page with the lesson that its address names. */
import { lessonByName } from '../../../lessons/lessons.ts';
import { lessons } from '../../../text/later.ts';
import { LessonSession } from '../../state/lesson-session.svelte.ts';
import type { PageState } from '../../state/page-state.svelte.ts';

export async function openLesson(page: PageState, name: string): Promise<void> {
  const lesson = lessonByName(name);
  if (lesson) return page.start(new LessonSession(page, lesson).open);
  await page.start();
  page.notify(() => lessons.unknown(name.slice(0, 40)));
}
