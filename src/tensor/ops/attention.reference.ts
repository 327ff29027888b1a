/** @file Computes rotary embedding and causal attention in plain code, to check attention.ts. */
import type { Heads } from './rotary.ts';

/** Returns the tokens that a token attends to, in order of position. The last one is the token itself. */
export type Attended = (token: number) => readonly number[];

/**
 * Returns the output of attention, [n, heads·headDim]. A token's position is the number of other tokens that it attends
 * to.
 * @param qkv [n, (heads + 2·kvHeads)·headDim]
 */
export function attentionReference(
  qkv: Float64Array,
  n: number,
  { heads, kvHeads, headDim }: Heads,
  theta: number,
  attended: Attended,
): Float64Array {
  const width = (heads + 2 * kvHeads) * headDim;
  const half = headDim / 2;
  const rotated = (token: number, head: number) => {
    const position = attended(token).length - 1;
    const vector = qkv.slice(token * width + head * headDim, token * width + (head + 1) * headDim);
    return vector.map((_, c) => {
      const pair = c % half;
      const angle = position * theta ** ((-2 * pair) / headDim);
      const [a, b] = [vector[pair], vector[pair + half]];
      return c < half ? a * Math.cos(angle) - b * Math.sin(angle) : b * Math.cos(angle) + a * Math.sin(angle);
    });
  };
  const turned = Array.from({ length: n }, (_, token) =>
    Array.from({ length: heads + kvHeads }, (_, head) => rotated(token, head)),
  );
  const out = new Float64Array(n * heads * headDim);
  for (let token = 0; token < n; token++)
    for (let head = 0; head < heads; head++) {
      const kvHead = Math.floor(head / (heads / kvHeads));
      const q = turned[token][head];
      const scores = attended(token).map((other) => {
        const k = turned[other][heads + kvHead];
        return q.reduce((sum, value, c) => sum + value * k[c], 0) / Math.sqrt(headDim);
      });
      const high = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - high));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      attended(token).forEach((other, i) => {
        const value = other * width + (heads + kvHeads + kvHead) * headDim;
        for (let c = 0; c < headDim; c++)
          out[(token * heads + head) * headDim + c] += (weights[i] / total) * qkv[value + c];
      });
    }
  return out;
}
