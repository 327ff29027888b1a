/** @file The arm base-data: GRPO on base data from the true generator; no environment model. */
import { alphaCurriculum } from '../environment-curricula.ts';
import { mixture } from '../pools.ts';
import type { Arm } from './arm.ts';
import { fromBaseData } from './parts/base-tasks.ts';
import { numbered } from './parts/known-tasks.ts';
import { fromTrainPool } from './parts/replays.ts';

export const baseData: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  tasks: async (request) => {
    const { base, replay, fresh } = mixture(request.settings, request.pools.train.length);
    return numbered([...fromBaseData(request, base + fresh), ...fromTrainPool(request, replay)]);
  },
};
