/**
 * @file The languages of the words, and the choice of one: in the page the one that a person chose there, else
 * the browser's; in a thread the page's, which comes with the thread's name (workers/rpc/thread-name.ts); headless English.
 *
 * A door of this folder loads the words of the chosen language alone, so the choice lasts as long as the page.
 */
import { keepChoice, keptChoice } from '../common/kept-choice.ts';

/** Each by its own name for itself, and as a BCP 47 tag for the document, for numbers and for dates. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '中文', tag: 'zh-Hans' },
} as const;
export type Language = keyof typeof LANGUAGES;

export const DEFAULT_LANGUAGE: Language = 'en';
/** In the storage of the browser. */
const KEY = 'genenv-language';
/** In the name of a thread. */
export const LANGUAGE_SWITCH = 'language';

const isLanguage = (name: string | null): name is Language => name !== null && Object.hasOwn(LANGUAGES, name);

/** The first of a browser's languages in which there are words. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0].toLowerCase()).find(isLanguage) ?? DEFAULT_LANGUAGE;

function chosenLanguage(): Language {
  if (typeof document !== 'undefined') {
    const choice = keptChoice(KEY);
    return isLanguage(choice) ? choice : languageOf(navigator.languages);
  }
  const ofThread = new URLSearchParams(globalThis.self?.name?.split('?')[1]).get(LANGUAGE_SWITCH);
  return isLanguage(ofThread) ? ofThread : DEFAULT_LANGUAGE;
}

export const language: Language = chosenLanguage();

/** Keeps a person's choice in this browser; it counts from the next time the page is opened on. */
export const keepLanguage = (choice: Language): void => keepChoice(KEY, choice);

/** The words of the chosen language; those of the others are not loaded. */
export const chosen = <Words>(load: Readonly<Record<Language, () => Promise<Words>>>): Promise<Words> =>
  load[language]();
