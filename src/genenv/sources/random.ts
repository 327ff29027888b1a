/** @file The arm random (GenEnv-Random, arXiv 2512.19682): the environment writes new tasks in every epoch, but never learns. */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const random: Arm = { ...alphaCurriculum, environmentLearns: false, tasks: newTasks };
