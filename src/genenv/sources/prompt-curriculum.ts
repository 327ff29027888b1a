/**
 * @file The arm prompt-curriculum, Prompt Curriculum Learning (PCL; Gao et al. 2025, arXiv 2510.01135): GRPO on base data,
 * where a value model predicts the agent's success on tasks, and those nearest the target are attempted, without a rollout
 * for the others:
 *
 *   T_t = argmin over S ⊂ D_km, |S| = m of Σ_{x ∈ S} |V(x) − τ|,   then V ← fitted to the successes p̂ of T_t
 *
 * D_km are k·m tasks drawn from the data, k = 4 as there; V is one epoch behind the agent, as there. Read in a summary by
 * others of the paper (ICLR 2026), with its formulas and k. The target is α (τ = ½ there too).
 *
 * What differs: V is a logistic model on the words of a task (parts/value-model.ts), there a language model of the size of
 * the agent with a linear head; its rate and number of steps are ours. Its weights are in the run's state. It costs no
 * rollouts; its arithmetic, some ten thousand operations an epoch on the processor, is in no cost.
 */
import { successRate } from '../../curriculum/success.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { RunState } from '../log/events.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { type BaseTask, baseSet } from './parts/base-tasks.ts';
import { drawFrom } from './parts/draws.ts';
import { replays } from './parts/history.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';
import { nearestTarget } from './parts/nearest-target.ts';
import { featuresOf, fittedValues, predictedSuccess, type ValueWeights } from './parts/value-model.ts';

const CANDIDATES_PER_TASK = 4;

const weightsOf = ({ valueWeights = {} }: Pick<RunState, 'valueWeights'>): ValueWeights =>
  new Map(Object.entries(valueWeights));

/** `count` tasks of the base data. */
function chosen(request: EpochRequest, count: number): BaseTask[] {
  if (count === 0) return [];
  const { families, settings, state } = request;
  const data = baseSet(families, settings);
  const wanted = Math.max(count, Math.min(data.length, CANDIDATES_PER_TASK * count));
  const weights = weightsOf(state);
  const predicted = (task: BaseTask) => predictedSuccess(weights, featuresOf(task));
  return nearestTarget(drawFrom(data, wanted, request, 'promptCandidates'), predicted, settings.alpha, count);
}

/** The weights after an epoch. */
function learnedWeights({ state, tasks }: AttemptedTasks): Record<string, number> {
  const examples = tasks.map((task) => ({ features: featuresOf(task), success: successRate(task.scored.count) }));
  return Object.fromEntries(fittedValues(weightsOf(state), examples));
}

export const promptCurriculum: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    const tasks = chosen(request, base + fresh).map((task) => knownTask(request, { ...task, source: 'base' }));
    return numbered([...tasks, ...replays(request)]);
  },
  remember: (attempted) => ({ state: { valueWeights: learnedWeights(attempted) } }),
};
