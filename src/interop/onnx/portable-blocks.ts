/**
 * @file Norms and attention of ONNX's standard operators, for head sizes and runtimes that the fused operators do not
 * serve. Positions are counted from the attention mask, so batches may be padded on either side.
 *
 * Letters in shapes: B batch, S new tokens, T tokens with the cache, H query heads, K key heads, h head size.
 */
import { rotationTable } from '../../tensor/ops/rotary.ts';
import type { BlockParts, Blocks } from './blocks.ts';

/** TensorProto.DataType. */
const FLOAT = 1;
const FLOAT16 = 10;

/** Added to a score that may not be seen: its softmax is 0. In f16 the sum must not become infinite. */
const HIDDEN = { float: -1e9, float16: -30_000 } as const;

export function portableBlocks({ graph, weights, config }: BlockParts): Blocks {
  const { heads, kvHeads, headDim, maxPositions, rmsNormEps, ropeTheta } = config;
  const half = headDim / 2;
  const isHalf = weights.type === 'float16';
  const int64 = (values: number | readonly number[]) => graph.int64(values);
  const op = (operator: string, ...inputs: string[]) => graph.node(operator, inputs);
  const along = (operator: string, axis: number, ...inputs: string[]) =>
    graph.node(operator, inputs, { attributes: { axis: { int: axis } } });
  const cast = (x: string, to: number) => graph.node('Cast', [x], { attributes: { to: { int: to } } });
  /** A scalar of the activations' type. */
  const scalar = (value: number) => (isHalf ? cast(graph.float(value), FLOAT16) : graph.float(value));
  const end = int64([Number.MAX_SAFE_INTEGER]);
  const slice = (x: string, axis: number, begin: string, stop: string) => op('Slice', x, begin, stop, int64([axis]));
  const dimension = (x: string, axis: number) =>
    graph.node('Shape', [x], { attributes: { start: { int: axis }, end: { int: axis + 1 } } });

  const batch = dimension('input_ids', 0);
  const newTokens = op('Neg', dimension('input_ids', 1));
  const total = dimension('attention_mask', 1);

  // Place of each new token in its sequence [B, S]; padding before the first token counts as place 0.
  const places = op('Max', op('Sub', op('CumSum', 'attention_mask', int64(1)), int64(1)), int64(0));
  const position = slice(places, 1, newTokens, end);
  /** [B, 1, S, h/2]. */
  const [cosines, sines] = (['cos', 'sin'] as const).map((name, part) => {
    const table = weights.constant(`${name}_cache`, [maxPositions, half], () =>
      rotationTable(maxPositions, headDim, ropeTheta).filter((_, i) => i % 2 === part),
    );
    return op('Unsqueeze', along('Gather', 0, table, position), int64([1]));
  });

  // New token i is column T − S + i. It sees the columns up to itself that are not padding: [B, 1, S, T].
  const columns = op('Range', int64(0), op('Squeeze', total), int64(1));
  const own = op('Unsqueeze', slice(columns, 0, newTokens, end), int64([1]));
  const isToken = op('Unsqueeze', op('Equal', 'attention_mask', int64(1)), int64([1, 2]));
  const seen = op('And', op('LessOrEqual', columns, own), isToken);
  const hidden = op('Where', seen, scalar(0), scalar(HIDDEN[weights.type]));

  // Query heads of one key head are rows of one product: [B, K, H/K·S, …].
  const grouped = along('Concat', 0, batch, int64([kvHeads, -1]), total);
  const apart = along('Concat', 0, batch, int64([heads, -1]), total);
  const scale = scalar(headDim ** -0.5);

  /** [B, S, n·h] → [B, n, S, h]. */
  const splitHeads = (x: string, count: number) =>
    graph.node('Transpose', [op('Reshape', x, int64([0, 0, count, headDim]))], {
      attributes: { perm: { ints: [0, 2, 1, 3] } },
    });
  const rotate = (x: string) => {
    const first = slice(x, 3, int64([0]), int64([half]));
    const second = slice(x, 3, int64([half]), int64([headDim]));
    return along(
      'Concat',
      3,
      op('Sub', op('Mul', first, cosines), op('Mul', second, sines)),
      op('Add', op('Mul', second, cosines), op('Mul', first, sines)),
    );
  };
  const append = (layer: number, part: 'key' | 'value', x: string) =>
    graph.node('Concat', [`past_key_values.${layer}.${part}`, x], {
      attributes: { axis: { int: 2 } },
      outputs: [`present.${layer}.${part}`],
    });

  const norm = (x: string, weight: string) => {
    // Squares of f16 activations overflow, so the norm is computed in f32.
    const wide = isHalf ? cast(x, FLOAT) : x;
    const square = graph.node('ReduceMean', [op('Mul', wide, wide), int64([-1])]);
    const normed = op('Div', wide, op('Sqrt', op('Add', square, graph.float(rmsNormEps))));
    return op('Mul', isHalf ? cast(normed, FLOAT16) : normed, weight);
  };
  return {
    norm,
    addAndNorm(x, change, weight) {
      const sum = op('Add', x, change);
      return { sum, normed: norm(sum, weight) };
    },
    attention(layer, q, k, v) {
      const queries = op('Mul', rotate(splitHeads(q, heads)), scale);
      const keys = append(layer, 'key', rotate(splitHeads(k, kvHeads)));
      const values = append(layer, 'value', splitHeads(v, kvHeads));
      const transposed = graph.node('Transpose', [keys], { attributes: { perm: { ints: [0, 1, 3, 2] } } });
      const rows = op('Reshape', queries, int64([0, kvHeads, -1, headDim]));
      const scores = op('Reshape', op('MatMul', rows, transposed), apart);
      const shares = along('Softmax', -1, op('Add', scores, hidden));
      const mixed = op('MatMul', op('Reshape', shares, grouped), values);
      const ofHeads = graph.node('Transpose', [op('Reshape', mixed, int64([0, heads, -1, headDim]))], {
        attributes: { perm: { ints: [0, 2, 1, 3] } },
      });
      return op('Reshape', ofHeads, int64([0, 0, heads * headDim]));
    },
  };
}
