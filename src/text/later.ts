/** @file Loads the messages of views that a user opens after the first screen. */
import type { LessonWords } from './lesson-words.ts';
import type { LaterMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

/** Lessons have the general type `LessonWords`, because each step's check decides the parameters of its messages. */
type Later = Omit<LaterMessages, 'lessons'> & {
  readonly lessons: Omit<LaterMessages['lessons'], 'byName'> & {
    readonly byName: Readonly<Record<string, LessonWords>>;
  };
};

export const {
  articleText,
  compareLogs,
  departures,
  endText,
  figuresText,
  glossary,
  jobsText,
  lessons,
  modelExport,
  modelsText,
  openedText,
  ownTasksText,
  planText,
  poolsText,
  runsText,
  settingWords,
  sideBySide,
  theoryText,
  tryItText,
  updates,
  worldsText,
} = await loadMessages<Later>((language) => import(`./messages/${language}/later.json`, { with: { type: 'json' } }));
