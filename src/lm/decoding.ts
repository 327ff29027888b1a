/**
 * @file The forward pass of a decoding step: the rows are the newest tokens of their sequences. They are few and nothing is
 * differentiated, so it pays for dispatches rather than for arithmetic. The bits are those of the ordinary forward pass.
 */
import { checkpoint } from '../tensor/checkpoint.ts';
import { correctedMatmul, normedMatmul, normedSwiglu } from '../tensor/ops/fused-matmul.ts';
import { matmul } from '../tensor/ops/matmul.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { hasSmallLayers, smallLayers } from './small-layers.ts';
import type { Attend } from './attend.ts';
import type { CausalLM } from './transformer.ts';
import { names, type FusedMatrix } from './weights.ts';

/**
 * The logits after the newest tokens, [N, V].
 * @param x their embeddings, [N, d]
 */
export function decodedLogits(model: CausalLM, tape: Tape, x: Tensor, attend: Attend): Tensor {
  const { adapter, config, parameters } = model;
  const head = parameters.get(names.head(config));
  // Fused kernels take small adapters only.
  if (adapter && !adapter.factors) return matmul(tape, model.layers(tape, x, attend), head);
  const gain = parameters.get(names.finalNorm);
  if (hasSmallLayers(model)) return smallLayers(model, tape, x, attend, { gain, matrix: head }).product;
  let h = x;
  for (let layer = 0; layer < config.layers; layer++) {
    const input = h;
    h = checkpoint(tape, () => decodedLayer(model, tape, input, layer, attend));
  }
  return normedMatmul(tape, h, head, { gain, epsilon: config.rmsNormEps });
}

/** One layer, [N, d] → [N, d], in five dispatches. */
function decodedLayer(model: CausalLM, tape: Tape, x: Tensor, layer: number, attend: Attend): Tensor {
  const { adapter, config, parameters } = model;
  const { rmsNormEps: epsilon, qkvBias } = config;
  const name = names.layer(layer);
  const weight = (key: keyof typeof name) => parameters.get(name[key]);
  const correction = (key: FusedMatrix) => adapter?.factors?.(name[key]);
  const added = (key: FusedMatrix, x: Tensor, residual: Tensor) => {
    const factors = correction(key);
    return factors
      ? correctedMatmul(tape, x, weight(key), residual, factors)
      : matmul(tape, x, weight(key), { residual });
  };
  const qkv = normedMatmul(
    tape,
    x,
    weight('qkv'),
    { gain: weight('attentionNorm'), epsilon },
    { bias: qkvBias ? weight('qkvBias') : undefined, correction: correction('qkv') },
  );
  const h = added('attentionOut', attend(qkv, layer, model.headGains(layer)), x);
  const norm = { gain: weight('mlpNorm'), epsilon };
  return added('down', normedSwiglu(tape, h, weight('gateUp'), norm, correction('gateUp')), h);
}
