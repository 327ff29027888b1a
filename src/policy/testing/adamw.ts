/**
 * @file AdamW (Loshchilov & Hutter 2019) on one flat parameter vector, in plain TypeScript, in the order of
 * torch.optim.AdamW with clip_grad_norm_ before it.
 */
import type { OptimizerSettings } from '../policy.ts';

export interface AdamState {
  step: number;
  /** Running means of the gradient and of its square. */
  first: Float32Array<ArrayBuffer>;
  second: Float32Array<ArrayBuffer>;
}

export const newAdamState = (length: number): AdamState => ({
  step: 0,
  first: new Float32Array(length),
  second: new Float32Array(length),
});

/**
 * One step in place.
 * @returns the global L2 norm of the gradient before clipping
 */
export function adamStep(
  parameters: Float32Array,
  gradient: Float64Array,
  state: AdamState,
  { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm }: OptimizerSettings,
): number {
  const norm = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0));
  const scale = clipNorm > 0 ? Math.min(1, clipNorm / (norm + 1e-6)) : 1;
  state.step += 1;
  const correction1 = 1 - beta1 ** state.step;
  const correction2 = 1 - beta2 ** state.step;
  for (let i = 0; i < parameters.length; i++) {
    const g = gradient[i] * scale;
    state.first[i] = beta1 * state.first[i] + (1 - beta1) * g;
    state.second[i] = beta2 * state.second[i] + (1 - beta2) * g * g;
    const update = state.first[i] / correction1 / (Math.sqrt(state.second[i] / correction2) + epsilon);
    parameters[i] -= learningRate * (weightDecay * parameters[i] + update);
  }
  return norm;
}
