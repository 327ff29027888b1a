/** @file Loads the messages of errors. */
import type { ErrorsMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

export const errorsText = await loadMessages<ErrorsMessages>(
  (language) => import(`./messages/${language}/errors.json`, { with: { type: 'json' } }),
);
