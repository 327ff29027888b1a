/** @file Tasks written once, before the first epoch, from which every epoch draws. */
import { CodedError } from '../../../common/coded-error.ts';
import { type WriteRequest, writeTasks, type WrittenTasks } from '../../stages/write-tasks.ts';
import type { EpochRequest, PreparedTasks, TaskRequest } from '../arm.ts';
import { fromBaseData } from './base-tasks.ts';
import { textOf } from '../../stages/candidate.ts';
import { drawFrom, type DrawName } from './draws.ts';
import { replays } from './history.ts';
import { knownTask, numbered } from './known-tasks.ts';
import { mixture } from './mixture.ts';

/** What is written once, and from what. */
interface Written extends Pick<WriteRequest, 'writer' | 'needed' | 'samples' | 'variations'> {
  source: 'static' | 'offline';
}

/**
 * Writes `needed` valid tasks, or fewer if the draws give fewer.
 * @throws CodedError if none is valid
 */
export async function writeOnce(
  request: TaskRequest,
  { source, writer, needed, ...varied }: Written,
): Promise<PreparedTasks> {
  const { candidates, tokens, flops } = await writeTasks({
    ...request,
    writer,
    epoch: 0,
    source,
    needed,
    ...varied,
  });
  const tasks = candidates.filter(({ used }) => used).map(textOf);
  if (tasks.length === 0) throw new CodedError('no-valid-task-before-training');
  tasks.forEach((text, index) => (text.index = index));
  return { tasks, tokens, flops };
}

/** The tasks of an epoch in the mixture of the settings; the new ones are drawn from those written before training. */
export async function drawPrepared(request: EpochRequest, draw: DrawName): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const drawn = drawFrom(request.pools.fixed, fresh, request, draw).map((text) => knownTask(request, text));
  return numbered([...drawn, ...fromBaseData(request, base), ...replays(request)]);
}
