/**
 * @file Predicts the agent's success on a task from its level, before any rollout: logistic regression with the squared error
 * that Prompt Curriculum Learning has for its value model (Gao et al. 2025, arXiv 2510.01135, read in a summary):
 *
 *   V(x) = σ(Σ_{f ∈ φ(x)} w_f),   L = (1/m) Σ_i (V(x_i) − p̂_i)²,   w ← w − η·∇L / mean_i |φ(x_i)|
 *
 * φ names the family and each level from the second up to the task's own, so a level shares the weights of those below it.
 */
import { meanOrZero } from '../../../common/mean.ts';
import { familyTag } from '../../../tasks/family.ts';

/** By feature; a feature that is not here has weight 0. */
export type ValueWeights = ReadonlyMap<string, number>;

export interface ValueExample {
  /** φ of the task. */
  features: readonly string[];
  /** p̂. */
  success: number;
}

/** Chosen on the logs of two runs of the arm base-data (preset discovery, seeds 901 and 902): fewer or smaller steps learn too slowly. */
const RATE = 8;
const STEPS = 64;

/** φ of a task. */
export const levelFeatures = ({ family, level }: { family: string; level: number }): string[] => {
  const tag = familyTag({ name: family });
  return [tag, ...Array.from({ length: level - 1 }, (_, i) => `${tag} ${i + 2}`)];
};

/** V, in (0, 1). */
export function predictedSuccess(weights: ValueWeights, features: readonly string[]): number {
  let sum = 0;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/** ∇L at these weights, of the features that occur. */
export function valueGradient(weights: ValueWeights, examples: readonly ValueExample[]): Map<string, number> {
  const gradient = new Map<string, number>();
  for (const { features, success } of examples) {
    const value = predictedSuccess(weights, features);
    const slope = (2 / examples.length) * (value - success) * value * (1 - value);
    for (const feature of features) gradient.set(feature, (gradient.get(feature) ?? 0) + slope);
  }
  return gradient;
}

/** The weights after some steps on these examples; without examples as they were. */
export function fittedValues(weights: ValueWeights, examples: readonly ValueExample[]): ValueWeights {
  const fitted = new Map(weights);
  const rate = RATE / meanOrZero(examples.map(({ features }) => features.length));
  for (let step = 0; step < STEPS; step++)
    for (const [feature, slope] of valueGradient(fitted, examples))
      fitted.set(feature, (fitted.get(feature) ?? 0) - rate * slope);
  return fitted;
}
