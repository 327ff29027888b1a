/** @file The arm base-data: GRPO (DeepSeekMath, arXiv 2402.03300) on base data from the true generator, without an environment model. */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { fromBaseData } from './parts/base-tasks.ts';
import { replays } from './parts/history.ts';
import { numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';

export const baseData: Arm = {
  ...alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base + fresh), ...replays(request)]);
  },
};
