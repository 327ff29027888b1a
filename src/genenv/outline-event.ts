/**
 * @file The outline of an event: the event without the lists that hold its texts, tokens and rollouts, which are nearly all
 * of a log's bytes. Curves, summaries and the timeline are folds over outlines, so that a long run opens without its
 * details; those of an epoch are read when a person looks at them.
 */
import type { RunEvent } from './events.ts';

/** An event of the same type at the same place of the log; its lists of tasks, rollouts and pool entries are empty. */
export function outlineEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'tasks-written':
      return { ...event, texts: [] };
    case 'rolled-out':
      return { ...event, rollouts: [] };
    case 'scored':
      return { ...event, rollouts: [], tasks: [] };
    case 'filtered':
      return { ...event, tasks: [] };
    case 'pools-updated': {
      const { attempts, posteriors, ...outline } = event;
      return {
        ...outline,
        train: [],
        environment: [],
        ...(attempts && { attempts: [] }),
        ...(posteriors && { posteriors: [] }),
      };
    }
    default:
      return event;
  }
}
