/** @file Tasks the environment writes in each epoch, beside base data and replays. */
import { mixture } from '../../pools.ts';
import { writeTasks, type WrittenTasks } from '../../stages/write-tasks.ts';
import type { EpochRequest } from '../arm.ts';
import { fromBaseData } from './base-tasks.ts';
import { numbered } from './known-tasks.ts';
import { fromTrainPool } from './replays.ts';

/** `count` new tasks by the environment; fewer where too few of its texts are valid. */
export const writtenNow = (request: EpochRequest, count: number): Promise<WrittenTasks> =>
  writeTasks({
    ...request,
    writer: request.environment,
    source: 'environment',
    needed: count,
    recentSuccess: request.state.recentSuccess,
  });

/** An epoch's mixture by the settings, its new tasks written by the environment. */
export async function newTasks(request: EpochRequest): Promise<WrittenTasks> {
  const { base, replay, fresh } = mixture(request.settings, request.pools.train.length);
  const written = await writtenNow(request, fresh);
  return numbered([...fromBaseData(request, base), ...fromTrainPool(request, replay)], written);
}
