/** @file What the command line writes as text or as a document, in the language chosen: reports, the results page, recipes. */
import type { AnyWording } from './any-wording.ts';
import { headerText } from './en/benchmarks.ts';
import { claimSentence, noteSentence, numberOf, signed } from './en/claims.ts';
import { costTable } from './en/loop-cost.ts';
import { modelExportWords } from './en/model-export.ts';
import { recipeWords } from './en/recipe.ts';
import { loopWords } from './en/round-loop.ts';
import { resultsPage } from './en/results-page.ts';

const english = {
  claimSentence,
  noteSentence,
  numberOf,
  signed,
  headerText,
  resultsPage,
  recipeWords,
  loopWords,
  costTable,
  modelExportWords,
};

export const reportText: AnyWording<typeof english> = english;
