/**
 * @file A model of the value of a task, the agent's success on it before any rollout: logistic regression on the words of its
 * text. Its loss is that of Prompt Curriculum Learning (Gao et al. 2025, arXiv 2510.01135), mean squared error:
 *
 *   V(x) = σ(Σ_f w_f φ_f(x)),   L = (1/m) Σ_i (V(x_i) − p̂_i)²,   w ← w − η·∇L / mean_i ‖φ(x_i)‖²
 *
 * φ: how often each word occurs, 1 for the family, and 1. The step is divided by the mean squared length of φ, so that one η
 * serves long texts and short ones.
 */
import { meanOrZero } from '../../../common/mean.ts';
import { familyTag } from '../../../tasks/family.ts';
import { wordsOf } from '../../../tasks/text.ts';

/** φ of a task: counts by feature. */
export type Features = ReadonlyMap<string, number>;

/** By feature; a feature that is not here has weight 0. */
export type ValueWeights = ReadonlyMap<string, number>;

export interface ValueExample {
  features: Features;
  /** p̂. */
  success: number;
}

/** The feature that every task has: no word is empty. */
const ALWAYS = '';

/** Chosen on the logs of two runs of the arm base-data (preset discovery, seeds 901 and 902): fewer or smaller steps learn too slowly. */
const RATE = 8;
const STEPS = 64;

export function featuresOf({ family, text }: { family: string; text: string }): Features {
  const features = new Map([
    [ALWAYS, 1],
    [familyTag({ name: family }), 1],
  ]);
  for (const word of wordsOf(text)) features.set(word, (features.get(word) ?? 0) + 1);
  return features;
}

/** φ of a task by its level alone: 1 for the family, and 1 for each level from the second up to its own. */
export const levelFeatures = ({ family, level }: { family: string; level: number }): Features => {
  const tag = familyTag({ name: family });
  return new Map([tag, ...Array.from({ length: level - 1 }, (_, i) => `${tag} ${i + 2}`)].map((name) => [name, 1]));
};

/** V, in (0, 1). */
export function predictedSuccess(weights: ValueWeights, features: Features): number {
  let sum = 0;
  for (const [feature, count] of features) sum += count * (weights.get(feature) ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** ∇L at these weights, of the features that occur. */
export function valueGradient(weights: ValueWeights, examples: readonly ValueExample[]): Map<string, number> {
  const gradient = new Map<string, number>();
  for (const { features, success } of examples) {
    const value = predictedSuccess(weights, features);
    const slope = (2 / examples.length) * (value - success) * value * (1 - value);
    for (const [feature, count] of features) gradient.set(feature, (gradient.get(feature) ?? 0) + slope * count);
  }
  return gradient;
}

/** The weights after some steps on these examples; without examples as they were. */
export function fittedValues(weights: ValueWeights, examples: readonly ValueExample[]): ValueWeights {
  const fitted = new Map(weights);
  const squares = examples.map(({ features }) => [...features.values()].reduce((sum, count) => sum + count ** 2, 0));
  const rate = RATE / meanOrZero(squares);
  for (let step = 0; step < STEPS; step++)
    for (const [feature, slope] of valueGradient(fitted, examples))
      fitted.set(feature, (fitted.get(feature) ?? 0) - rate * slope);
  return fitted;
}
