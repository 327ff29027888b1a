/**
 * @file The arm r-zero: like genenv, but with the environment's reward and band of R-Zero (Huang et al. 2025, arXiv 2508.05004).
 *
 *   r(x) = max(0, 1 − 2|p̂ − ½| − |C|/B)
 *
 * where C is the cluster of x among the B texts of the epoch that the environment wrote and the agent attempted
 * (curriculum/repetition-penalty.ts). The equation was read in notes on the paper that quote it, not in the paper; the
 * published code differs, min(p̂, 1 − p̂) − |C|/B without a floor at 0.
 *
 * What differs: p̂ is true success, not agreement with the majority answer; the environment learns by regression, not by
 * GRPO; the agent learns from all tasks attempted, not from a filtered set made after the environment has learned. A text
 * that is no task is never rewarded, as R-Zero gives 0 for one of the wrong form.
 */
import { rZeroCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const rZero: Arm = { ...rZeroCurriculum, environmentLearns: true, tasks: newTasks };
