/**
 * @file The outline of an event: the event without the lists that hold its texts, tokens and rollouts, which are nearly all
 * of a log's bytes. Curves, summaries and the timeline are folds over outlines, so that a long run opens without its
 * details; those of an epoch are read when a person looks at them.
 */
import { attemptedDigest } from './attempted-digest.ts';
import type { RunEvent } from './events.ts';

/** The same event without its lists of tasks, rollouts and pool entries; of the tasks attempted it has a digest. */
export function outlineEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'tasks-written':
      return { ...event, texts: [], attempted: event.attempted ?? attemptedDigest(event.texts) };
    case 'rolled-out':
      return { ...event, rollouts: [] };
    case 'scored':
      return { ...event, rollouts: [], tasks: [] };
    case 'filtered':
      return { ...event, tasks: [] };
    case 'pools-updated':
      return { ...event, environment: [] };
    case 'epoch-ended': {
      const { armState, ...state } = event.state;
      return { ...event, state };
    }
    default:
      return event;
  }
}
