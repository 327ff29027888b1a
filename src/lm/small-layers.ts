/**
 * @file The layers of a model so small that a workgroup holds whole rows of it, where nothing is differentiated: one dispatch
 * computes all between two attentions (between-attentions.ts). The bits are those of the layers op by op.
 */
import { betweenAttentions, fitsWorkgroup, type NormedProduct } from '../tensor/ops/between-attentions.ts';
import { normedMatmul } from '../tensor/ops/fused-matmul.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Attend, LayeredModel } from './layered-model.ts';
import { names } from './weights.ts';

export const hasSmallLayers = ({ adapter, config, parameters }: LayeredModel): boolean =>
  !adapter &&
  parameters.segments.length === 1 &&
  parameters.segments[0].dtype === 'f32' &&
  fitsWorkgroup(parameters.device, config.hiddenSize, config.intermediateSize);

/** What the last layer gives for x [N, d], and the product `last` that comes after it, if any. */
export function smallLayers(
  model: LayeredModel,
  tape: Tape,
  x: Tensor,
  attend: Attend,
  last?: NormedProduct,
): { hidden: Tensor; product: Tensor } {
  const { config, parameters } = model;
  const { layers, qkvBias, rmsNormEps: epsilon } = config;
  const projection = (layer: number): NormedProduct => {
    const { attentionNorm, qkv, qkvBias: bias } = names.layer(layer);
    return {
      gain: parameters.get(attentionNorm),
      matrix: parameters.get(qkv),
      bias: qkvBias ? parameters.get(bias) : undefined,
    };
  };
  const { gain, matrix, bias } = projection(0);
  let [hidden, product] = [x, normedMatmul(tape, x, matrix, { gain, epsilon }, { bias })];
  for (let layer = 0; layer < layers; layer++) {
    const { attentionOut, mlpNorm, gateUp, down } = names.layer(layer);
    // The intermediate tensors of attention are given back.
    tape.forget(() => {
      const attended = attend(product, layer, model.headGains(layer));
      const between = betweenAttentions(tape, attended, hidden, {
        segment: parameters.segments[0],
        out: parameters.get(attentionOut),
        gain: parameters.get(mlpNorm),
        gateUp: parameters.get(gateUp),
        down: parameters.get(down),
        epsilon,
        next: layer + 1 < layers ? projection(layer + 1) : last,
      });
      ({ hidden, product } = between);
      return between.whole;
    });
  }
  return { hidden, product };
}
