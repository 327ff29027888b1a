/**
 * @file The arm r-zero: as genenv, but the environment is rewarded for uncertainty (Huang et al. 2025, arXiv 2508.05004). What
 * R-Zero takes off for repetition is left out: r-zero-penalty.ts has it.
 */
import { uncertaintyCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const rZero: Arm = { curriculum: uncertaintyCurriculum, environmentLearns: true, tasks: newTasks };
