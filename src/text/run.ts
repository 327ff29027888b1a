/** @file Messages of a run: the loop, its charts, its story, and the settings. */
import type { RunMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const RUN: Catalogues = {
  en: () => import('./messages/en/run.json'),
  zh: () => import('./messages/zh/run.json'),
  ko: () => import('./messages/ko/run.json'),
};

export const runText = await loadMessages<RunMessages>(RUN);
