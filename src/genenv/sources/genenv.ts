/**
 * @file The arm genenv: both models learn, and the environment is rewarded by the α-curriculum, R_env(p̂) = exp(−β(p̂ − α)²)
 * (GenEnv, arXiv 2512.19682, §3).
 */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const genenv: Arm = { ...alphaCurriculum, environmentLearns: true, tasks: newTasks };
