/**
 * @file The arm absolute-zero: like genenv, but the environment is rewarded for the failure rate, r = 1 − p̂, and 0 if p̂ = 0
 * (Zhao et al. 2025, arXiv 2505.03335).
 */
import { failureRateCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const absoluteZero: Arm = { ...failureRateCurriculum, environmentLearns: true, tasks: newTasks };
