/**
 * @file The arm static (GenEnv-Static, arXiv 2512.19682): the environment writes its tasks once, before training. Where contexts tell base
 * samples, it has what the paper has: each base sample and `staticPool / basePool` variations of it, 544 and 5 × 544. A
 * text that is no task is replaced by a further variation of one of the first samples.
 */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { baseSamples } from './parts/base-tasks.ts';
import { drawPrepared, writeOnce } from './parts/written-once.ts';

export const staticTasks: Arm = {
  ...alphaCurriculum,
  environmentLearns: false,
  prepare: (request) => {
    const { staticPool, basePool } = request.settings;
    const writer = request.environment;
    const samples = baseSamples(request);
    if (!samples) return writeOnce(request, { source: 'static', writer, needed: staticPool });
    const variations = Math.max(1, Math.round(staticPool / basePool));
    return writeOnce(request, { source: 'static', writer, needed: basePool + staticPool, samples, variations });
  },
  tasks: (request) => drawPrepared(request, 'static'),
};
