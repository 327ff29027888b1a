/** @file Loads the messages of errors. */
import type { ErrorsMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const ERRORS: Catalogues = {
  en: () => import('./messages/en/errors.json', { with: { type: 'json' } }),
  zh: () => import('./messages/zh/errors.json', { with: { type: 'json' } }),
  ko: () => import('./messages/ko/errors.json', { with: { type: 'json' } }),
};

export const errorsText = await loadMessages<ErrorsMessages>(ERRORS);
