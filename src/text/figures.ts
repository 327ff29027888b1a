/** @file The words that figures are drawn with, in the language chosen. */
import type { FigureWords } from '../figures/words.ts';
import { figureWords as english } from './en/figure-words.ts';

export const figureWords: FigureWords = english;
