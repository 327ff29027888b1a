/** @file Loads the messages of a run: loop, charts, story and settings. */
import type { RunMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const RUN: Catalogues = {
  en: () => import('./messages/en/run.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh/run.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko/run.json', { with: { type: 'json' } }),
};

export const runText = await loadMessages<RunMessages>(RUN);
