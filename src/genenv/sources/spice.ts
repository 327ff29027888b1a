/**
 * @file The arm spice: as genenv, but the environment is rewarded for the variance of the agent's success, as the
 * Challenger of SPICE is (Liu et al. 2025, arXiv 2510.24684):
 *
 *   r = exp(−(Var − ¼)²/(2·.01)),   Var = p̂(1 − p̂)
 *
 * The paper itself could not be read: the formula is that of a published implementation by others, with the population's
 * variance of 0/1 rewards.
 *
 * What differs: SPICE's Challenger writes from documents that the Reasoner does not see, and is the same model; here the
 * environment reads its contexts. It learns by policy gradient from every valid task, here by regression on every valid
 * task, so no band leaves any out. A text that is no task is never regressed on.
 */
import { varianceCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const spice: Arm = { curriculum: varianceCurriculum, environmentLearns: true, tasks: newTasks };
