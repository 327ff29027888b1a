/** @file Loads the messages of the first screen. */
import type { FirstMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const FIRST: Catalogues = {
  en: () => import('./messages/en/first.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh/first.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko/first.json', { with: { type: 'json' } }),
};

export const text = await loadMessages<FirstMessages>(FIRST);
export const { firstMinute } = text;
