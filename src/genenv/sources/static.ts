/** @file The arm static (GenEnv-Static): the environment writes its tasks once, before training. */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { drawPrepared, writeOnce } from './parts/written-once.ts';

export const staticTasks: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  prepare: (request) =>
    writeOnce(request, { source: 'static', writer: request.environment, needed: request.settings.staticPool }),
  tasks: (request) => drawPrepared(request, 'static'),
};
