/** @file The arm base-data: GRPO on base data from the true generator; no environment model. */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { baseDataBatch } from './parts/base-data-batch.ts';
import { numbered } from './parts/known-tasks.ts';

export const baseData: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request) => numbered(baseDataBatch(request)),
};
