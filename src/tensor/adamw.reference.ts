/**
 * @file Computes AdamW with global-norm clipping as torch does (`clip_grad_norm_`, then `torch.optim.AdamW`). Tests
 * compare adamw.ts with this reference, and train with it if there is no GPU.
 */
import type { AdamWSettings } from './tensor.ts';

/** An array that a step overwrites. */
type Numbers = number[] | Float32Array | Float64Array;

export interface AdamWReferenceState<Moments extends Numbers = Numbers> {
  /** Number of steps taken. */
  step: number;
  /** Running means of the gradient and of its square. */
  mean: Moments;
  square: Moments;
}

/**
 * Takes one step on one flat parameter, in place.
 * @returns the gradient's L2 norm before clipping
 */
export function adamWReference(
  parameter: Numbers,
  gradient: ArrayLike<number>,
  state: AdamWReferenceState,
  { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm }: AdamWSettings,
): number {
  let squares = 0;
  for (let i = 0; i < gradient.length; i++) squares += gradient[i] * gradient[i];
  const norm = Math.sqrt(squares);
  const scale = clipNorm > 0 ? Math.min(1, clipNorm / (norm + 1e-6)) : 1;
  const { mean, square } = state;
  state.step += 1;
  const correction1 = 1 - beta1 ** state.step;
  const correction2 = 1 - beta2 ** state.step;
  for (let i = 0; i < parameter.length; i++) {
    const g = gradient[i] * scale;
    mean[i] = beta1 * mean[i] + (1 - beta1) * g;
    square[i] = beta2 * square[i] + (1 - beta2) * g * g;
    const update = mean[i] / correction1 / (Math.sqrt(square[i] / correction2) + epsilon);
    parameter[i] -= learningRate * (weightDecay * parameter[i] + update);
  }
  return norm;
}
