/**
 * @file The arm offline (Gemini-Offline, arXiv 2512.19682): a stronger, frozen teacher writes the tasks once, before training. The paper
 * does not say how it filters the teacher's variations; here the valid ones are kept, each text once.
 */
import { CodedError } from '../../common/coded-error.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm, Refuse } from './arm.ts';
import { drawPrepared, writeOnce } from './parts/written-once.ts';

/** Refuses what `refuse` refuses, and every repetition of a text. */
function refuseRepeated(refuse: Refuse): Refuse {
  const seen = new Set<string>();
  return (text) => {
    const repeated = seen.has(text);
    seen.add(text);
    return repeated ? { code: 'repeated-text' } : refuse(text);
  };
}

export const offline: Arm = {
  ...alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  prepare: async (request) => {
    const { settings, teacher, refuse } = request;
    if (!teacher)
      throw new CodedError('no-teacher', {
        teacherModel: settings.teacherModel,
      });
    return writeOnce(
      { ...request, tokenizer: teacher.tokenizer, refuse: refuseRepeated(refuse) },
      { source: 'offline', writer: teacher.policy, needed: settings.offlinePool },
    );
  },
  tasks: (request) => drawPrepared(request, 'offline'),
};
