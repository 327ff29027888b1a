/** @file Messages of errors. */
import type { ErrorsMessages } from './message-types.ts';
import { type Catalogues, loadMessages } from './messages.ts';

export const ERRORS: Catalogues = {
  en: () => import('./messages/en/errors.json'),
  zh: () => import('./messages/zh/errors.json'),
  ko: () => import('./messages/ko/errors.json'),
};

export const errorsText = await loadMessages<ErrorsMessages>(ERRORS);
