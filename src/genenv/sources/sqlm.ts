/**
 * @file The arm sqlm: as genenv, but the environment is paid where the agent solves a task sometimes, as the proposer of
 * Self-Questioning Language Models is (Chen et al. 2025, arXiv 2508.03682): 1 for 0 < k < G right answers of G, else 0.
 *
 * Read in the published code (github.com/lili-chen/self-questioning-lm, verl/trainer/ppo/ray_trainer.py of 5 August 2025).
 * It has two forms: 0 < mean < 1 where programs are judged by tests, and 1 < k < G where k counts the answers that agree
 * with the majority, which one always does. Here answers are judged by the family's rule, so it is the first.
 *
 * What differs: proposer and solver are one model there; the environment learns by regression, on tasks with reward only,
 * so all of them weigh the same.
 */
import { sometimesCurriculum } from '../environment-curricula.ts';
import type { Arm } from './arm.ts';
import { newTasks } from './parts/new-tasks.ts';

export const sqlm: Arm = { ...sometimesCurriculum, environmentLearns: true, tasks: newTasks };
