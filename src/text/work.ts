/** @file Loads the messages that the page, its threads and the command line share: figures, reasons, exported models. */
import type { WorkMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

export const workText = await loadMessages<WorkMessages>(
  (language) => import(`./messages/${language}/work.json`, { with: { type: 'json' } }),
);
