/**
 * @file Computes AdamW (Loshchilov & Hutter, "Decoupled Weight Decay Regularization", 2019) with global-norm clipping,
 * as `torch.optim.AdamW` and `torch.nn.utils.clip_grad_norm_` do:
 *
 * g ← g · min(1, clipNorm / (‖g‖ + 1e-6)),  θ ← θ − lr·λ·θ,  m ← β₁m + (1 − β₁)g,  v ← β₂v + (1 − β₂)g²,
 * θ ← θ − lr/(1 − β₁ᵗ) · m / (√v/√(1 − β₂ᵗ) + ε).
 *
 * One dispatch updates all parameters of a segment (parameters.ts).
 */
import type { AdamWSettings, Tensor } from './tensor.ts';
import { defineKernel, eachThread, linearGrid } from './kernel.ts';
import { sumAll } from './ops/reduce.ts';
import { ParameterSet } from './parameters.ts';

/** Optimizer state. The running means are on the GPU. */
export interface AdamWState {
  /** Number of steps taken. */
  step: number;
  /** Running mean of the gradient, m. */
  mean: ParameterSet;
  /** Running mean of the squared gradient, v. */
  square: ParameterSet;
}

const kernel = defineKernel({
  label: 'adamw',
  storage: {
    gradient: 'read f32',
    normSquared: 'read f32',
    parameter: 'write f32',
    mean: 'write f32',
    square: 'write f32',
    norm: 'write f32',
  },
  uniforms: {
    size: 'u32',
    stepSize: 'f32',
    decay: 'f32',
    beta1: 'f32',
    beta2: 'f32',
    // 1 − β is computed in double precision, because 1 − 0.999 in f32 has a relative error of 1e-5.
    complement1: 'f32',
    complement2: 'f32',
    epsilon: 'f32',
    correction2: 'f32',
    clipNorm: 'f32',
  },
  body: `${eachThread('i', 'u.size')}
  let gradientNorm = sqrt(normSquared[0]);
  if (i == 0u) { norm[0] = gradientNorm; }
  var g = gradient[i];
  if (u.clipNorm > 0.0) { g *= min(1.0, u.clipNorm / (gradientNorm + 1e-6)); }
  let m = u.beta1 * mean[i] + u.complement1 * g;
  let v = u.beta2 * square[i] + u.complement2 * g * g;
  mean[i] = m;
  square[i] = v;
  parameter[i] = parameter[i] * u.decay - u.stepSize * m / (sqrt(v) / u.correction2 + u.epsilon);
}`,
});

export class AdamW {
  readonly state: AdamWState;
  private readonly norm: Tensor;

  constructor(readonly parameters: ParameterSet) {
    const { device, layout } = parameters;
    this.state = { step: 0, mean: new ParameterSet(device, layout), square: new ParameterSet(device, layout) };
    this.norm = device.zeros([1]);
  }

  /**
   * Records one step, which updates the parameters in place.
   * @returns the gradient's L2 norm before clipping, [1]; the next step overwrites it
   */
  step(gradients: ParameterSet, settings: AdamWSettings): Tensor {
    const { device } = this.parameters;
    const { learningRate, beta1, beta2, epsilon, weightDecay, clipNorm } = settings;
    this.state.step++;
    const scratch: Tensor[] = [];
    const allocate = (shape: readonly number[]) => {
      const tensor = device.allocate(shape);
      scratch.push(tensor);
      return tensor;
    };
    const normSquared = allocate([1]);
    gradients.segments.forEach((segment, i) =>
      sumAll({ device, allocate }, segment, normSquared, { square: true, add: i > 0 }),
    );
    gradients.segments.forEach((gradient, i) =>
      device.run(
        kernel,
        {
          gradient,
          normSquared,
          parameter: this.parameters.segments[i],
          mean: this.state.mean.segments[i],
          square: this.state.square.segments[i],
          norm: this.norm,
        },
        {
          size: gradient.size,
          stepSize: learningRate / (1 - beta1 ** this.state.step),
          decay: 1 - learningRate * weightDecay,
          beta1,
          beta2,
          complement1: 1 - beta1,
          complement2: 1 - beta2,
          epsilon,
          correction2: Math.sqrt(1 - beta2 ** this.state.step),
          clipNorm,
        },
        linearGrid(gradient.size),
      ),
    );
    for (const tensor of scratch) device.release(tensor);
    return this.norm;
  }

  /** Returns a copy of the state on the GPU, for `restoreState`. */
  copyState(): AdamWState {
    const { step, mean, square } = this.state;
    return { step, mean: mean.copy(), square: square.copy() };
  }

  restoreState({ step, mean, square }: AdamWState): void {
    this.state.step = step;
    this.state.mean.assign(mean);
    this.state.square.assign(square);
  }

  /** Resets the state to the state before the first step. */
  restart(): void {
    const { device, layout } = this.parameters;
    const zeros = new ParameterSet(device, layout);
    this.restoreState({ step: 0, mean: zeros, square: zeros });
    zeros.dispose();
  }

  dispose(): void {
    this.state.mean.dispose();
    this.state.square.dispose();
    this.parameters.device.release(this.norm);
  }
}
