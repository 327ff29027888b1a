/**
 * @file Defines the arm genenv-plus, GenEnv with parts of other arms that helped (docs/discovery.md). The arm is ours,
 * not from a paper.
 *
 * - A value model V(ℓ) predicts the agent's success on level ℓ before any rollout. The environment writes four texts
 *   per task, and the agent attempts the texts with V nearest α.
 * - Half of the batch is base data, or the share `baseShare` if it is above 0. It is chosen from eight candidates per
 *   task. An eighth of the base data is mastered (V > α + k_min), to detect forgetting. A quarter is slightly too hard
 *   (V < α − k_min, nearest first), so that V learns about levels not attempted yet. The rest has V nearest α.
 * - The environment regresses on its own tasks and on base data that passes the filter.
 * - The agent's update leaves out groups in which all answers are right, to save cost. Groups in which all are wrong
 *   stay, because without them final success was lower (docs/discovery.md).
 *
 * The shares and numbers were chosen on seeds 901 to 903. Costs exclude V, which takes a few thousand CPU operations
 * per epoch.
 */
import * as z from 'zod/mini';
import { meanOrZero } from '../../common/mean.ts';
import { isSuccess } from '../../curriculum/curriculum.ts';
import { successRate } from '../../curriculum/environment-reward.ts';
import { endToken } from '../../policy/text-tokenizer.ts';
import { familyTag } from '../../tasks/family.ts';
import { type Candidate, writesKeys } from '../stages/inspect-task.ts';
import { encodedContext, toldSuccess } from '../stages/write-tasks.ts';
import { type Arm, type AttemptedTasks, type EpochRequest, genenvRules } from './arm.ts';
import { baseCandidates, knownTask, mixture, nearestTarget, numbered } from './epoch-tasks.ts';
import { replays } from './history.ts';
import { writeNewTasks } from './written-arms.ts';

/** Weights of the value model V by feature. A missing feature has weight 0. */
type Weights = Readonly<Record<string, number>>;

export interface ValueExample {
  /** Features φ(x) in the formula of {@link predictedSuccess}. */
  features: readonly string[];
  /** Observed success rate p̂. */
  success: number;
}

/**
 * Learning rate η of V and number of steps per epoch. Both were chosen on the logs of two runs of the arm base-data
 * (preset discovery, seeds 901 and 902). With fewer or smaller steps, V learns too slowly.
 */
const RATE = 8;
const STEPS = 64;

/** Returns the features φ of a task: its family, and each level from 2 up to the task's level. */
export const levelFeatures = ({ family, level }: { family: string; level: number }): string[] => {
  const tag = familyTag({ name: family });
  return [tag, ...Array.from({ length: level - 1 }, (_, i) => `${tag} ${i + 2}`)];
};

/**
 * Returns V in (0, 1), the agent's predicted success on a task before any rollout. V is a logistic regression. It
 * minimises the squared error, as in Prompt Curriculum Learning (Gao et al. 2025, arXiv 2510.01135; we read only a
 * summary):
 *
 *   V(x) = σ(Σ_{f ∈ φ(x)} w_f),   L = (1/m) Σ_i (V(x_i) − p̂_i)²,   w ← w − η·∇L / mean_i |φ(x_i)|
 *
 * A level shares the weights of all lower levels, because φ contains these levels.
 */
export function predictedSuccess(weights: Weights, features: readonly string[]): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** Returns the gradient ∇L at these weights, by feature of the examples. */
export function valueGradient(weights: Weights, examples: readonly ValueExample[]): Map<string, number> {
  const gradient = new Map<string, number>();
  for (const { features, success } of examples) {
    const value = predictedSuccess(weights, features);
    const slope = (2 / examples.length) * (value - success) * value * (1 - value);
    for (const feature of features) gradient.set(feature, (gradient.get(feature) ?? 0) + slope);
  }
  return gradient;
}

/** Returns the weights after `STEPS` gradient steps on these examples. Without examples the weights do not change. */
export function fittedValues(weights: Weights, examples: readonly ValueExample[]): Weights {
  const fitted: Record<string, number> = { ...weights };
  const rate = RATE / meanOrZero(examples.map(({ features }) => features.length));
  for (let step = 0; step < STEPS; step++)
    for (const [feature, slope] of valueGradient(fitted, examples))
      fitted[feature] = (fitted[feature] ?? 0) - rate * slope;
  return fitted;
}

const BASE_SHARE = 1 / 2;
/** Shares of an epoch's base data, not of the whole batch. */
const MASTERED_SHARE = 1 / 8;
const TOO_HARD_SHARE = 1 / 4;
const TEXTS_PER_TASK = 4;

type Task = Pick<Candidate, 'family' | 'level'>;

const valueOf =
  (weights: Weights) =>
  (task: Task): number =>
    predictedSuccess(weights, levelFeatures(task));

function baseData(request: EpochRequest, weights: Weights, count: number): Candidate[] {
  const { alpha, kMin } = request.settings;
  let left = baseCandidates(request, count, 'promptCandidates').map((task) =>
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

/** Chooses the texts with V nearest α. Repeats a text only if there are too few different texts. */
function nearestTexts(valid: readonly Candidate[], value: (task: Task) => number, alpha: number, count: number) {
  const different = [...new Map(valid.map((one) => [one.text, one])).values()];
  const again = valid.filter((one) => !different.includes(one));
  return [...nearestTarget(different, value, alpha, count), ...again].slice(0, count);
}

function learnedWeights(weights: Weights, { tasks }: AttemptedTasks): Weights {
  const examples = tasks.map((task) => ({ features: levelFeatures(task), success: successRate(task.scored.count) }));
  return fittedValues(weights, examples);
}

export const genenvPlus: Arm<Weights> = {
  ...genenvRules,
  environment: 'learns',
  overSampling: () => TEXTS_PER_TASK,
  tasks: async (request, weights) => {
    const { settings } = request;
    const { base, fresh } = mixture(request);
    const own = base > 0 ? fresh : Math.round((1 - BASE_SHARE) * fresh);
    const known = baseData(request, weights, base + fresh - own);
    const value = valueOf(weights);
    const written = await writeNewTasks(
      { ...request, settings: { ...settings, overSampling: TEXTS_PER_TASK } },
      own,
      (valid, count) => nearestTexts(valid, value, settings.alpha, count),
    );
    return numbered([...known, ...replays(request)], written);
  },
  learnedGroups: ({ successThreshold }, groups) =>
    groups.filter(({ rollouts }) => rollouts.some(({ score }) => !isSuccess(score.reward, successThreshold))),
  state: { schema: z.record(z.string(), z.number()), first: {}, after: learnedWeights },
};

/**
 * Turns base data into examples that the environment also learns from, with the agent's recent success in the context.
 * If the environment writes keys, base data is returned unchanged, because it has no written keys.
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
