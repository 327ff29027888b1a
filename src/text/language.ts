/**
 * @file Decides the language of the messages. The page uses the user's choice, else the browser's language. A worker
 * gets the page's language in its first message (workers/rpc/connect.ts). The command line speaks English.
 */
import { keepChoice, keptChoice } from '../common/kept-choice.ts';
import { type Language, LANGUAGES } from './languages.ts';

const DEFAULT_LANGUAGE: Language = 'en';
/** Key of the user's choice in `localStorage`. */
const KEY = 'genenv-language';

const isLanguage = (name: string | null): name is Language => name !== null && Object.hasOwn(LANGUAGES, name);

/** Returns the first of a browser's languages for which there are messages, or else the default language. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0].toLowerCase()).find(isLanguage) ?? DEFAULT_LANGUAGE;

function languageAtStart(): Language {
  if (typeof document === 'undefined') return DEFAULT_LANGUAGE;
  const choice = keptChoice(KEY);
  return isLanguage(choice) ? choice : languageOf(navigator.languages);
}

let own = languageAtStart();

export const language = (): Language => own;

/** Sets the language of a worker. Messages loaded before keep their language. */
export const useLanguage = (ofPage: Language): void => void (own = ofPage);

/** Returns the language tag for dates, numbers and the document. */
export const languageTag = (): string => LANGUAGES[language()].tag;

/** Stores the choice in this browser for the next page load. */
export const setLanguage = (choice: Language): void => keepChoice(KEY, choice);
