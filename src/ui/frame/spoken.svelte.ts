/** @file The language as state of the page: whatever shows a word shows it again when another language is spoken. */
import { holdLanguageIn, language } from '../../text/language.ts';

const spoken = $state({ language: language() });
holdLanguageIn(spoken);
