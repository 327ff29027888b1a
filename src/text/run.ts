/** @file Loads the messages of a run: loop, charts, story and settings. */
import type { RunMessages } from '../common/message-types.ts';
import { loadMessages } from './messages.ts';

export const runText = await loadMessages<RunMessages>(
  (language) => import(`./messages/${language}/run.json`, { with: { type: 'json' } }),
);
