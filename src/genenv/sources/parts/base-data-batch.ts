/** @file A batch of base data, but for the tasks that are drawn from D_train. */
import type { Candidate } from '../../stages/candidate.ts';
import type { EpochRequest } from '../arm.ts';
import { fromBaseData } from './base-tasks.ts';
import { replays } from './history.ts';
import { mixture } from './mixture.ts';

/** @param tasksPerEpoch those of the settings, unless an arm attempts more */
export function baseDataBatch(
  request: EpochRequest,
  tasksPerEpoch: number = request.settings.tasksPerEpoch,
): Candidate[] {
  const { base, fresh } = mixture({ settings: { ...request.settings, tasksPerEpoch }, history: request.history });
  return [...fromBaseData(request, base + fresh), ...replays(request)];
}
