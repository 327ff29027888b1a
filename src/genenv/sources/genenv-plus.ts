/**
 * @file The arm genenv-plus: GenEnv, with what helped in other arms (docs/discovery.md). It is ours and in no paper.
 *
 * - A value model predicts the agent's success by level before any rollout, V(ℓ) (parts/value-model.ts). The environment
 *   writes four texts for each task wanted, and those with V nearest α are attempted.
 * - Half of the batch is base data, of which eight are drawn for each task wanted: an eighth of it is mastered,
 *   V > α + k_min, so that forgetting is seen; a quarter is the least of what is too hard, V < α − k_min, so that V
 *   learns of levels that are not attempted yet; the rest has V nearest α.
 * - Base data that the agent solves about half the time are examples: the environment regresses on them as on its own tasks.
 * - Groups that are all right are left out of the agent's update, which costs less without them. Without those that are
 *   all wrong it would cost less still, but the agent learned more slowly per rollout (docs/discovery.md).
 *
 * Shares and numbers were chosen on seeds 901 to 903. V costs some thousand operations an epoch on the processor, in no cost.
 */
import { z } from 'zod';
import { isSuccess } from '../../curriculum/curriculum.ts';
import { type SuccessCount, successRate } from '../../curriculum/success.ts';
import { endToken } from '../../policy/text-tokenizer.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Group } from '../log/task-events.ts';
import type { Settings } from '../settings/settings.ts';
import type { Candidate } from '../stages/candidate.ts';
import { contextsOfDraw, encodedContext, toldSuccess } from '../stages/write-tasks.ts';
import { writesKeys } from '../stages/written-keys.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { baseSet } from './parts/base-tasks.ts';
import { drawFrom } from './parts/draws.ts';
import { replays } from './parts/history.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';
import { nearestTarget } from './parts/nearest-target.ts';
import { writeNewTasks } from './parts/new-tasks.ts';
import { fittedValues, levelFeatures, predictedSuccess, type ValueWeights } from './parts/value-model.ts';

const BASE_SHARE = 1 / 2;
/** Of the tasks that are base data. */
const MASTERED_SHARE = 1 / 8;
const TOO_HARD_SHARE = 1 / 4;
const CANDIDATES_PER_TASK = 8;
const TEXTS_PER_TASK = 4;

/** The weights of V by feature. */
type Weights = Readonly<Record<string, number>>;

const weightsOf = (weights: Weights): ValueWeights => new Map(Object.entries(weights));

type Task = Pick<Candidate, 'family' | 'level'>;

/** V with these weights. */
function valueOf(own: Weights): (task: Task) => number {
  const weights = weightsOf(own);
  return (task) => predictedSuccess(weights, levelFeatures(task));
}

/** `count` tasks of the base data. */
function baseData(request: EpochRequest, weights: Weights, count: number): Candidate[] {
  if (count === 0) return [];
  const { families, settings } = request;
  const { alpha, kMin } = settings;
  const data = baseSet(families, settings);
  const wanted = Math.max(count, Math.min(data.length, CANDIDATES_PER_TASK * count));
  let left = drawFrom(data, wanted, request, 'promptCandidates').map((task) =>
    knownTask(request, { ...task, source: 'base' }),
  );
  const value = valueOf(weights);
  const take = (chosen: readonly Candidate[]) => {
    left = left.filter((one) => !chosen.includes(one));
    return chosen;
  };
  const mastered = left.filter((task) => value(task) > alpha + kMin);
  const known = take(mastered.slice(0, Math.round(MASTERED_SHARE * count)));
  const tooHard = left.filter((task) => value(task) < alpha - kMin);
  const next = take(nearestTarget(tooHard, value, alpha, Math.round(TOO_HARD_SHARE * count)));
  const rest = nearestTarget(left, value, alpha, count - known.length - next.length);
  return asExamples(request, [...known, ...next, ...rest]);
}

/** Texts in place of `overSampling`: so many for each task wanted. */
const manyTexts = (settings: Settings): Settings => ({ ...settings, overSampling: TEXTS_PER_TASK });

/** Of equal texts one is chosen; all of them only where there are too few others. */
function nearestTexts(valid: readonly Candidate[], value: (task: Task) => number, alpha: number, count: number) {
  const different = [...new Map(valid.map((one) => [one.text, one])).values()];
  const again = valid.filter((one) => !different.includes(one));
  return [...nearestTarget(different, value, alpha, count), ...again].slice(0, count);
}

/** The weights of V after an epoch. */
function learnedWeights(weights: Weights, { tasks }: AttemptedTasks): Weights {
  const examples = tasks.map((task) => ({ features: levelFeatures(task), success: successRate(task.scored.count) }));
  return Object.fromEntries(fittedValues(weightsOf(weights), examples));
}

export const genenvPlus: Arm<Weights> = {
  ...alphaCurriculum,
  environmentLearns: true,
  mostContexts: (settings) => contextsOfDraw(manyTexts(settings), settings.tasksPerEpoch, settings.variations),
  tasks: async (request, weights) => {
    const { settings } = request;
    const { base, fresh } = mixture(request);
    const own = base > 0 ? fresh : Math.round((1 - BASE_SHARE) * fresh);
    const known = baseData(request, weights, base + fresh - own);
    const value = valueOf(weights);
    const written = await writeNewTasks({ ...request, settings: manyTexts(settings) }, own, {
      choose: (valid, count) => nearestTexts(valid, value, settings.alpha, count),
    });
    return numbered([...known, ...replays(request)], written);
  },
  learnedGroups: (settings, groups) => {
    const counts = groupCounts(settings, groups);
    return groups.filter((_, place) => counts[place].k < counts[place].n);
  },
  state: { schema: z.record(z.string(), z.number()), first: {}, after: learnedWeights },
};

/**
 * The same candidates, from which the environment learns too, with the agent's recent success now. Where it writes keys they
 * stay base data: they have none.
 */
const asExamples = (request: EpochRequest, candidates: readonly Candidate[]): Candidate[] =>
  candidates.map((candidate) => {
    const { families, settings, tokenizer } = request;
    const family = families.find(({ name }) => name === candidate.family)!;
    if (writesKeys(settings, family, 'environment')) return candidate;
    const { text } = candidate;
    const { seed, rest } = settings.anchor ? family.splitSeed(text) : { seed: '', rest: text };
    const success = toldSuccess(request, family);
    const { text: context, ids: contextIds } = encodedContext(tokenizer, family, success, seed);
    const writtenIds = [...tokenizer.encode(rest), endToken(tokenizer)];
    return { ...candidate, source: 'example', lesson: { context, contextIds, writtenIds } };
  });

/** k and n of each group, in their order. */
const groupCounts = (
  { successThreshold }: Pick<Settings, 'successThreshold'>,
  groups: readonly Group[],
): SuccessCount[] =>
  groups.map(({ rollouts }) => ({
    k: rollouts.filter(({ score }) => isSuccess(score.reward, successThreshold)).length,
    n: rollouts.length,
  }));
