/**
 * @file The forward pass of a decoding step: the rows are the newest tokens of their sequences. They are few and nothing is
 * differentiated, so it pays for dispatches rather than for arithmetic. The bits are those of the ordinary forward pass.
 */
import { checkpoint, type Tape } from '../tensor/tape.ts';
import { matmul, normedMatmul } from '../tensor/ops/matmul.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { canFuse, fusedLayer } from './fused-layer.ts';
import type { Attend } from './layered-model.ts';
import type { CausalLM } from './transformer.ts';
import { names } from './weights.ts';

/** The logits [N, V] after the newest tokens, whose embeddings are x [N, d]. */
export function decodedLogits(model: CausalLM, tape: Tape, x: Tensor, attend: Attend): Tensor {
  const { config, parameters } = model;
  const head = parameters.get(names.head(config));
  if (!canFuse(model)) return matmul(tape, model.layers(tape, x, attend), head);
  const gain = parameters.get(names.finalNorm);
  let h = x;
  for (let layer = 0; layer < config.layers; layer++) {
    const input = h;
    h = checkpoint(tape, () => fusedLayer(model, tape, input, layer, attend));
  }
  return normedMatmul(tape, h, head, { gain, epsilon: config.rmsNormEps });
}
