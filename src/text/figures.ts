/** @file The words that figures are drawn with, in the language chosen. */
import type { FigureWords } from '../figures/words.ts';
import { chosen } from './language.ts';

export const { figureWords } = await chosen<{ figureWords: FigureWords }>({
  en: () => import('./en/figure-words.ts'),
  zh: () => import('./zh/figure-words.ts'),
});
