/** @file Declares the settings of an optimizer step. They stand apart so that the policy contract imports no kernel. */

export interface AdamWSettings {
  learningRate: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  /** λ of θ ← θ − lr·λ·θ, on every parameter. */
  weightDecay: number;
  /** The gradient is scaled so that its L2 norm is at most this; 0: no clipping. */
  clipNorm: number;
}
