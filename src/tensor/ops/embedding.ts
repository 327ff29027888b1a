/**
 * @file Looks up embeddings: x[i, c] = E[c, token_i]. E is stored transposed, [d, V], like every weight of the engine,
 * so that a tied output head is a plain product with E. A frozen E may be f16.
 *
 * VJP: dE[c, v] = Σ_{i: token_i = v} dx[i, c]. Each thread adds the occurrences of one token in ascending order.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Precision, Tensor } from '../tensor.ts';

const main = `${eachThread('i', 'u.size')}`;

/** WGSL: type of the embedding table and its element `e`, by precision. */
export const EMBEDDINGS = {
  f32: { type: 'read f32', read: 'table[e]' },
  f16: { type: 'read u32', read: 'unpack2x16float(table[e / 2u])[e % 2u]' },
} as const satisfies Record<Precision, object>;

const forwardKernel = ({ type, read }: (typeof EMBEDDINGS)[Precision]) =>
  defineKernel({
    label: 'embedding',
    storage: { table: type, tokens: 'read u32', order: 'read u32', x: 'write f32' },
    uniforms: { size: 'u32', d: 'u32', vocabulary: 'u32', ordered: 'u32' },
    body: `${main}
  var row = i / u.d;
  if (u.ordered != 0u) { row = order[row]; }
  let e = (i % u.d) * u.vocabulary + tokens[row];
  x[i] = ${read};
}`,
  });
/** Kernels by the precision of E. */
const forwardKernels = { f32: forwardKernel(EMBEDDINGS.f32), f16: forwardKernel(EMBEDDINGS.f16) };

const backwardKernel = defineKernel({
  label: 'embedding backward',
  storage: { dx: 'read f32', starts: 'read u32', occurrences: 'read u32', dTable: 'write f32' },
  uniforms: { size: 'u32', d: 'u32', vocabulary: 'u32', add: 'u32' },
  body: `${main}
  let token = i / u.d;
  let c = i % u.d;
  var sum = 0.0;
  for (var o = starts[token]; o < starts[token + 1u]; o++) { sum += dx[occurrences[o] * u.d + c]; }
  let target_ = c * u.vocabulary + token;
  dTable[target_] = select(sum, sum + dTable[target_], u.add != 0u);
}`,
});

/**
 * Looks up the embedding of each token.
 * @param table [d, V]
 * @param tokens ids below V, [N]
 * @returns [N, d]
 */
export function embedding(tape: Tape, table: Tensor, tokens: Uint32Array<ArrayBuffer>): Tensor {
  const { device } = tape;
  const x = embed(tape, table, tape.upload(tokens));
  const [d, vocabulary] = table.shape;
  return tape.record([table], x, (dx) => {
    const { starts, occurrences } = occurrencesByToken(tokens, vocabulary);
    const bindings = { dx, starts: tape.upload(starts), occurrences: tape.upload(occurrences) };
    tape.contribute(table, (dTable, add) =>
      device.run(
        backwardKernel,
        { ...bindings, dTable },
        { size: d * vocabulary, d, vocabulary, add: Number(add) },
        linearGrid(d * vocabulary),
      ),
    );
  });
}

/**
 * Returns the embeddings of token ids that are on the GPU, [ids, d], without a gradient.
 * @param order u32 indices: row i of the result embeds tokens[order[i]]; default: tokens[i]
 */
export function embed(tape: Tape, table: Tensor, tokens: Tensor, order?: Tensor): Tensor {
  const [d, vocabulary] = table.shape;
  const x = tape.allocate([(order ?? tokens).size, d]);
  tape.device.run(
    forwardKernels[table.dtype as Precision],
    { table, tokens, order, x },
    { size: x.size, d, vocabulary, ordered: Number(order !== undefined) },
    linearGrid(x.size),
  );
  return x;
}

/** Lists where each token occurs: occurrences[starts[v] … starts[v+1]) are the indices of v in `tokens`, ascending. */
function occurrencesByToken(tokens: Uint32Array, vocabulary: number) {
  const starts = new Uint32Array(vocabulary + 1);
  for (const token of tokens) starts[token + 1]++;
  for (let v = 0; v < vocabulary; v++) starts[v + 1] += starts[v];
  const next = starts.slice();
  const occurrences = new Uint32Array(tokens.length);
  tokens.forEach((token, i) => (occurrences[next[token]++] = i));
  return { starts, occurrences };
}
