/** @file Tasks that the environment writes in each epoch, in addition to base data and replays. */
import { type WriteRequest, writeTasks, type WrittenTasks } from '../../stages/write-tasks.ts';
import type { EpochRequest } from '../arm.ts';
import { fromBaseData, samplesOfEpoch } from './base-tasks.ts';
import { replays } from './history.ts';
import { numbered } from './known-tasks.ts';
import { mixture } from './mixture.ts';

/** What an arm changes in how they are written. */
type Writing = Pick<WriteRequest, 'choose'>;

/** `count` new tasks by the environment; fewer if too few of its texts are valid. */
export const writeNewTasks = (request: EpochRequest, count: number, writing: Writing = {}): Promise<WrittenTasks> =>
  writeTasks({
    ...request,
    writer: request.environment,
    source: 'environment',
    needed: count,
    samples: samplesOfEpoch(request),
    ...writing,
  });

/** The tasks of an epoch in the mixture of the settings; the environment writes the new ones. */
export async function newTasks(request: EpochRequest, writing?: Writing): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const written = await writeNewTasks(request, fresh, writing);
  return numbered([...fromBaseData(request, base), ...replays(request)], written);
}
