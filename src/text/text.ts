/** @file Loads the messages of the first screen. */
import type { Language } from './languages.ts';
import type { FirstMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

/** Loads the messages in the given language. Default: the page's language. */
export const loadText = (choice?: Language): Promise<FirstMessages> =>
  loadMessages((language) => import(`./messages/${language}/first.json`, { with: { type: 'json' } }), choice);

export const text = await loadText();
export const { firstMinute } = text;
