/**
 * @file Task texts that are known before an epoch begins, as candidates of that epoch.
 */
import { CodedError } from '../../../common/coded-error.ts';
import type { Family } from '../../../tasks/family.ts';
import type { Candidate } from '../../candidate.ts';
import type { TaskText } from '../../events.ts';
import { inspectTask } from '../../stages/inspect-task.ts';
import type { WrittenTasks } from '../../stages/write-tasks.ts';

/** A known text as a candidate; `numbered` gives it its index and batch. */
export function knownTask(
  families: readonly Family[],
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
): Candidate {
  const family = families.find(({ name }) => name === known.family);
  if (!family)
    throw new CodedError(
      'family-not-in-run',
      `A task of the family ${known.family} is to be used, but this run is of others. Start a new run.`,
      { family: known.family },
    );
  const { task, ...inspection } = inspectTask(family, known.text);
  return {
    family,
    task,
    contextIds: [],
    text: {
      index: 0,
      batch: 0,
      context: '',
      seed: '',
      written: null,
      ...known,
      ...inspection,
      used: task !== null,
    },
  };
}

const nothingWritten: WrittenTasks = { candidates: [], tokens: 0, flops: 0 };

/** Known tasks after those written in this epoch: their indices go on, and each is a task batch of its own. */
export function numbered(known: readonly Candidate[], written: WrittenTasks = nothingWritten): WrittenTasks {
  const { candidates } = written;
  const firstBatch = 1 + Math.max(-1, ...candidates.map(({ text }) => text.batch));
  return {
    ...written,
    candidates: [
      ...candidates,
      ...known.map((candidate, i) => ({
        ...candidate,
        text: { ...candidate.text, index: candidates.length + i, batch: firstBatch + i },
      })),
    ],
  };
}
