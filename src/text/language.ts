/**
 * @file The language that is spoken: in the page the one that a person chose there, else the browser's; in a thread the
 * page's when it started, which comes with the thread's name (workers/rpc/thread-name.ts); headless English.
 */
import { keepChoice, keptChoice } from '../common/kept-choice.ts';
import { type Language, LANGUAGES } from './languages.ts';

export const DEFAULT_LANGUAGE: Language = 'en';
/** In the storage of the browser. */
const KEY = 'genenv-language';
/** In the name of a thread. */
export const LANGUAGE_SWITCH = 'language';

const isLanguage = (name: string | null): name is Language => name !== null && Object.hasOwn(LANGUAGES, name);

/** The first of a browser's languages in which there are words. */
export const languageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.split('-')[0].toLowerCase()).find(isLanguage) ?? DEFAULT_LANGUAGE;

function languageAtStart(): Language {
  if (typeof document !== 'undefined') {
    const choice = keptChoice(KEY);
    return isLanguage(choice) ? choice : languageOf(navigator.languages);
  }
  const ofThread = new URLSearchParams(globalThis.self?.name?.split('?')[1]).get(LANGUAGE_SWITCH);
  return isLanguage(ofThread) ? ofThread : DEFAULT_LANGUAGE;
}

let spoken = { language: languageAtStart() };

/** Now; it may change while the page is open. */
export const language = (): Language => spoken.language;

/** For dates, numbers and the document. */
export const languageTag = (): string => LANGUAGES[language()].tag;

/** What is made once for each language, when it is first used. */
export function inLanguage<Made>(make: (tag: string) => Made): () => Made {
  const made = new Map<Language, Made>();
  return () => {
    const now = language();
    if (!made.has(now)) made.set(now, make(LANGUAGES[now].tag));
    return made.get(now)!;
  };
}

/** @param place holds the language from now on: an object whose reads a page follows, to show what changes */
export function holdLanguageIn(place: { language: Language }): void {
  place.language = spoken.language;
  spoken = place;
}

/** The choice is kept in this browser. */
export function setLanguage(choice: Language): void {
  spoken.language = choice;
  keepChoice(KEY, choice);
}
