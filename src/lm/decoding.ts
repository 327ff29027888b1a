/**
 * @file Runs the forward pass of a decoding step, whose rows are the newest tokens of their sequences. Rows are few and
 * nothing is differentiated, so a GPU is faster with fewer dispatches. Without an adapter, and if the device can, norms
 * and gate are computed inside the products, with the same bits as in the ordinary forward pass.
 */
import { canFuse, matmul, normedMatmul, normedSwiglu } from '../tensor/ops/matmul.ts';
import { checkpoint, type Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Attend, CausalLM } from './transformer.ts';
import { names } from './weights.ts';

/** Returns the logits [N, V] after the newest tokens, whose embeddings are x [N, d]. */
export function decodedLogits(model: CausalLM, tape: Tape, x: Tensor, attend: Attend): Tensor {
  const { adapter, config, device, parameters } = model;
  const head = parameters.get(names.head(config));
  if (adapter || !canFuse(device)) return matmul(tape, model.layers(tape, x, attend), head);
  let h = x;
  for (let layer = 0; layer < config.layers; layer++) {
    const input = h;
    h = checkpoint(tape, () => fusedLayer(model, tape, input, layer, attend));
  }
  return normedMatmul(tape, h, head, { gain: parameters.get(names.finalNorm), epsilon: config.rmsNormEps });
}

/** Computes a layer, [N, d] → [N, d], in four dispatches besides attention. */
function fusedLayer(model: CausalLM, tape: Tape, x: Tensor, layer: number, attend: Attend): Tensor {
  const { config, parameters } = model;
  const { rmsNormEps: epsilon, qkvBias } = config;
  const name = names.layer(layer);
  const weight = (key: keyof typeof name) => parameters.get(name[key]);
  const bias = qkvBias ? weight('qkvBias') : undefined;
  const qkv = normedMatmul(tape, x, weight('qkv'), { gain: weight('attentionNorm'), epsilon }, bias);
  const h = matmul(tape, attend(qkv, layer, model.headGains(layer)), weight('attentionOut'), { residual: x });
  const gated = normedSwiglu(tape, h, weight('gateUp'), { gain: weight('mlpNorm'), epsilon });
  return matmul(tape, gated, weight('down'), { residual: h });
}
