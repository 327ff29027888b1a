/**
 * @file The probabilities of attention, for a person to look at: those of one causal sequence, which attention.ts
 * never stores. qkv [n, (heads + 2·kvHeads)·headDim] → p [heads, n, n], p_ij = softmax_j(q_i·k_j/√headDim) for j ≤ i, 0
 * beyond. One thread a row, in a fixed order. Not differentiable.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import type { AttentionIndex } from './attention.ts';
import { splitAndRotate, type Heads } from './rotary.ts';

const kernel = defineKernel({
  label: 'attention probabilities',
  storage: { q: 'read f32', kv: 'read f32', probabilities: 'write f32' },
  uniforms: { tokens: 'u32', heads: 'u32', kvHeads: 'u32', headDim: 'u32', scale: 'f32' },
  body: `${eachThread('row', 'u.heads * u.tokens')}
  let head = row / u.tokens;
  let query = row % u.tokens;
  let kvHead = head / (u.heads / u.kvHeads);
  let qStart = (query * u.heads + head) * u.headDim;
  let out = row * u.tokens;
  var high = -3.4e38;
  for (var key = 0u; key <= query; key++) {
    let kStart = (key * 2u * u.kvHeads + kvHead) * u.headDim;
    var score = 0.0;
    for (var c = 0u; c < u.headDim; c++) { score += q[qStart + c] * kv[kStart + c]; }
    score *= u.scale;
    probabilities[out + key] = score;
    high = max(high, score);
  }
  var total = 0.0;
  for (var key = 0u; key <= query; key++) {
    let weight = exp(probabilities[out + key] - high);
    probabilities[out + key] = weight;
    total += weight;
  }
  for (var key = 0u; key < u.tokens; key++) {
    if (key <= query) { probabilities[out + key] /= total; } else { probabilities[out + key] = 0.0; }
  }
}`,
});

/**
 * @param tape without recording
 * @param index of one sequence, whose tokens lie in order
 * @param probabilities f32 [heads, n, n]; overwritten
 */
export function attentionProbabilities(
  tape: Tape,
  qkv: Tensor,
  heads: Heads,
  { places, rotations }: Pick<AttentionIndex, 'places' | 'rotations'>,
  probabilities: Tensor,
): void {
  const [tokens] = qkv.shape;
  const { headDim, kvHeads } = heads;
  const q = tape.allocate([tokens, heads.heads * headDim]);
  const kv = tape.allocate([tokens, 2 * kvHeads * headDim]);
  splitAndRotate(tape.device, { qkv, places, rotations, q, kv }, heads, 0);
  tape.device.run(
    kernel,
    { q, kv, probabilities },
    { tokens, heads: heads.heads, kvHeads, headDim, scale: headDim ** -0.5 },
    linearGrid(heads.heads * tokens),
  );
}
