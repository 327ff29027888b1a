/** @file A layer where nothing is differentiated, with its norms and gate inside the products: the same bits. */
import { correctedMatmul, matmul, normedMatmul, normedSwiglu } from '../tensor/ops/matmul.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Attend, LayeredModel } from './layered-model.ts';
import { names, type FusedMatrix } from './weights.ts';

/** True if the kernels hold the model's adapter. */
export const canFuse = ({ adapter }: LayeredModel): boolean => !adapter || adapter.factors !== undefined;

/** [N, d] → [N, d], in four dispatches and those of attention. */
export function fusedLayer(model: LayeredModel, tape: Tape, x: Tensor, layer: number, attend: Attend): Tensor {
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
