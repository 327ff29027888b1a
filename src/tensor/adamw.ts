/**
 * @file AdamW (Loshchilov & Hutter, "Decoupled Weight Decay Regularization", 2019) with global-norm clipping, as
 * `torch.optim.AdamW` and `torch.nn.utils.clip_grad_norm_` compute them.
 */
import type { ParameterSet } from './parameters.ts';
import type { Tensor } from './tensor.ts';

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

/** Optimizer state on the GPU. */
export interface AdamWState {
  /** Steps taken. */
  step: number;
  /** Running mean of the gradient, m. */
  mean: ParameterSet;
  /** Running mean of the squared gradient, v. */
  square: ParameterSet;
}

export class AdamW {
  readonly state: AdamWState;

  constructor(readonly parameters: ParameterSet) {
    const { device, layout } = parameters;
    throw new Error(`AdamW is not there yet (${device.adapter.name}, ${layout.segments.length}).`);
  }

  /**
   * Records one step, in place.
   * @returns the gradient's L2 norm before clipping, [1]; it lives until the next step
   */
  step(_gradients: ParameterSet, _settings: AdamWSettings): Tensor {
    throw new Error('AdamW is not there yet.');
  }

  /** A copy of the state on the GPU, for `restoreState`. */
  copyState(): AdamWState {
    throw new Error('AdamW is not there yet.');
  }

  /** Goes back to a copied state. */
  restoreState(_state: AdamWState): void {
    throw new Error('AdamW is not there yet.');
  }

  dispose(): void {
    this.state.mean.dispose();
    this.state.square.dispose();
  }
}
