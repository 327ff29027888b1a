/** @file Plain AdamW with global-norm clipping, as torch computes it: the oracle of adamw.ts. */
import type { AdamWSettings } from './adamw.ts';

export interface AdamWReferenceState {
  step: number;
  parameter: number[];
  mean: number[];
  square: number[];
}

/** One step on one flat parameter; returns the gradient's norm before clipping. */
export function adamWReference(
  state: AdamWReferenceState,
  gradient: readonly number[],
  settings: AdamWSettings,
): number {
  const { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm } = settings;
  const norm = Math.sqrt(gradient.reduce((sum, g) => sum + g * g, 0));
  const clip = clipNorm > 0 ? Math.min(1, clipNorm / (norm + 1e-6)) : 1;
  state.step++;
  gradient.forEach((raw, i) => {
    const g = raw * clip;
    state.parameter[i] *= 1 - learningRate * weightDecay;
    state.mean[i] = beta1 * state.mean[i] + (1 - beta1) * g;
    state.square[i] = beta2 * state.square[i] + (1 - beta2) * g * g;
    const denominator = Math.sqrt(state.square[i]) / Math.sqrt(1 - beta2 ** state.step) + epsilon;
    state.parameter[i] -= ((learningRate / (1 - beta1 ** state.step)) * state.mean[i]) / denominator;
  });
  return norm;
}
