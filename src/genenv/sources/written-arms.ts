/**
 * @file The arms whose environment writes new tasks in every epoch, besides base data and replays. They differ in the
 * reward and in who learns.
 */
import { failureRateCurriculum, rZeroCurriculum, sometimesCurriculum } from '../environment-curricula.ts';
import { type WriteRequest, writeTasks, type WrittenTasks } from '../stages/write-tasks.ts';
import { type Arm, type EpochRequest, genenvRules } from './arm.ts';
import { fromBaseData, mixture, numbered, samplesOfEpoch } from './epoch-tasks.ts';
import { replays } from './history.ts';

/** `count` new tasks by the environment; fewer if too few of its texts are valid. */
export const writeNewTasks = (
  request: EpochRequest,
  count: number,
  choose?: WriteRequest['choose'],
): Promise<WrittenTasks> =>
  writeTasks({
    ...request,
    writer: request.environment,
    source: 'environment',
    needed: count,
    samples: samplesOfEpoch(request),
    choose,
  });

/** The tasks of an epoch in the mixture of the settings; the environment writes the new ones. */
async function newTasks(request: EpochRequest): Promise<WrittenTasks> {
  const { base, fresh } = mixture(request);
  const written = await writeNewTasks(request, fresh);
  return numbered([...fromBaseData(request, base), ...replays(request)], written);
}

/**
 * The arm genenv: both models learn, and the environment is rewarded by the α-curriculum, R_env(p̂) = exp(−β(p̂ − α)²)
 * (GenEnv, arXiv 2512.19682, §3).
 */
export const genenv: Arm = { ...genenvRules, environment: 'learns', tasks: newTasks };

/** The arm random (GenEnv-Random, arXiv 2512.19682): the environment writes new tasks in every epoch, but never learns. */
export const random: Arm = { ...genenvRules, environment: 'writes', tasks: newTasks };

/**
 * The arm r-zero: like genenv, but with the environment's reward and band of R-Zero (Huang et al. 2025, arXiv 2508.05004).
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
export const rZero: Arm = { ...genenvRules, ...rZeroCurriculum, environment: 'learns', tasks: newTasks };

/**
 * The arm absolute-zero: like genenv, but the environment is rewarded for the failure rate, r = 1 − p̂, and 0 if p̂ = 0
 * (Zhao et al. 2025, arXiv 2505.03335).
 */
export const absoluteZero: Arm = { ...genenvRules, ...failureRateCurriculum, environment: 'learns', tasks: newTasks };

/**
 * The arm sqlm: as genenv, but the environment is paid where the agent solves a task sometimes, as the proposer of
 * Self-Questioning Language Models is (Chen et al. 2025, arXiv 2508.03682): 1 for 0 < k < G right answers of G, else 0.
 *
 * Read in the published code (github.com/lili-chen/self-questioning-lm, verl/trainer/ppo/ray_trainer.py of 5 August 2025).
 * It has two forms: 0 < mean < 1 where programs are judged by tests, and 1 < k < G where k counts the answers that agree
 * with the majority, which one always does. Here answers are judged by the family's rule, so it is the first.
 *
 * What differs: proposer and solver are one model there; the environment learns by regression, on tasks with reward only,
 * so all of them weigh the same.
 */
export const sqlm: Arm = { ...genenvRules, ...sometimesCurriculum, environment: 'learns', tasks: newTasks };
