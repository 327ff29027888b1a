/** @file What the lessons that were taken have found, by lesson and step: the browser keeps it, as it keeps the language. */
import { z } from 'zod';
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';
import type { Finding } from '../../lessons/lesson.ts';

const KEY = 'lesson-findings';

/** By step. */
export type Notes = Readonly<Record<string, Finding>>;

const schema = z.record(
  z.string(),
  z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string(), z.object({ share: z.number() })]))),
);

/** By lesson; nothing where nothing was kept that can be read. */
export function keptFindings(): Readonly<Record<string, Notes>> {
  try {
    return schema.parse(JSON.parse(keptChoice(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps what a lesson has found, in place of what it found before. */
export const keepFindings = (lesson: string, notes: Notes): void =>
  keepChoice(KEY, JSON.stringify({ ...keptFindings(), [lesson]: notes }));
