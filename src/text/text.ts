/** @file Loads the messages of the first screen. */
import type { Language } from './languages.ts';
import type { FirstMessages } from './message-types.ts';
import { loadMessages } from './messages.ts';

/** Loads them in the given language; default: the page's own. */
export const loadText = (choice?: Language): Promise<FirstMessages> =>
  loadMessages((language) => import(`./messages/${language}/first.json`, { with: { type: 'json' } }), choice);

export const text = await loadText();
export const { firstMinute } = text;
