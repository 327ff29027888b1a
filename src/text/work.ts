/** @file Loads the messages that the page, its threads and the command line share: figures, reasons, exported models. */
import type { WorkMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const WORK: Catalogues = {
  en: () => import('./messages/en/work.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh/work.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko/work.json', { with: { type: 'json' } }),
};

export const workText = await loadMessages<WorkMessages>(WORK);
