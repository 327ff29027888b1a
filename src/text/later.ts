/** @file What the page shows when it is opened, in the language spoken: not part of the first screen. */
import { door } from './door.ts';
import { LATER } from './by-language/later.ts';

export type { TermName } from './en/glossary.ts';
export type { Choice, FoundWords, LessonWords } from './en/lessons.ts';
export const {
  articleText,
  endText,
  figuresText,
  filterSentence,
  glossary,
  insideText,
  lessons,
  lossesText,
  modelExport,
  modelsText,
  openedText,
  ownTasksText,
  planText,
  poolsText,
  predictionText,
  reasonSentence,
  sideBySide,
  sweepsText,
  tasksProblemText,
  theoryText,
  tryItText,
  worldProblemText,
  worldsText,
} = await door(LATER);
