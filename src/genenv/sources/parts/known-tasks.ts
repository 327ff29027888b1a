/**
 * @file Task texts that are known before an epoch begins, as candidates of that epoch.
 */
import { CodedError } from '../../../common/coded-error.ts';
import { promptForm } from '../../../tasks/prompt-form.ts';
import type { Candidate } from '../../stages/candidate.ts';
import type { TaskText } from '../../log/events.ts';
import { knownCandidate } from '../../stages/inspect-task.ts';
import type { EpochRequest } from '../arm.ts';
import type { WrittenTasks } from '../../stages/write-tasks.ts';

/** A known text, and its key if the environment wrote one, as a candidate; `numbered` sets its index and batch. */
export function knownTask(
  { families, tokenizer }: Pick<EpochRequest, 'families' | 'tokenizer'>,
  known: Partial<TaskText> & Pick<TaskText, 'family' | 'text' | 'source'>,
  key?: readonly string[],
): Candidate {
  const family = families.find(({ name }) => name === known.family);
  if (!family) throw new CodedError('task-of-other-family', { family: known.family });
  return knownCandidate(family, known, promptForm(tokenizer.chat), key);
}

const nothingWritten = (): WrittenTasks => ({ candidates: [], tokens: 0, flops: 0 });

/** Adds known tasks after the tasks written in this epoch. Indices continue, and each known task is its own batch. */
export function numbered(known: readonly Candidate[], written: WrittenTasks = nothingWritten()): WrittenTasks {
  const { candidates } = written;
  let batch = Math.max(-1, ...candidates.map((candidate) => candidate.batch));
  for (const candidate of known)
    candidates.push(Object.assign(candidate, { index: candidates.length, batch: ++batch }));
  return written;
}
