/**
 * @file Norms and attention as ONNX Runtime's own operators
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md): what published exports use, one kernel
 * each on WebGPU. GroupQueryAttention rotates, appends to the cache and attends.
 *
 * It takes positions from the number of tokens of a sequence, so a batch must be padded on the right or not at all.
 */
import { rotationTable } from '../../tensor/ops/rotary.ts';
import type { BlockParts, Blocks } from './blocks.ts';

const CONTRIB = { domain: 'com.microsoft' } as const;
/** TensorProto.DataType of int32. */
const INT32 = 6;

export function fusedBlocks({ graph, weights, config }: BlockParts): Blocks {
  const { heads, kvHeads, headDim, maxPositions, rmsNormEps, ropeTheta } = config;
  const toInt32 = (x: string) => graph.node('Cast', [x], { attributes: { to: { int: INT32 } } });
  // Index of each sequence's last token, and the length of the longest.
  const tokens = graph.node('ReduceSum', ['attention_mask', graph.int64([1])], {
    attributes: { keepdims: { int: 0 } },
  });
  const lastIndex = toInt32(graph.node('Sub', [tokens, graph.int64(1)]));
  const total = toInt32(
    graph.node('Gather', [graph.node('Shape', ['attention_mask']), graph.int64(1)], {
      attributes: { axis: { int: 0 } },
    }),
  );
  const [cosines, sines] = (['cos', 'sin'] as const).map((name, part) =>
    weights.constant(`${name}_cache`, [maxPositions, headDim / 2], () =>
      rotationTable(maxPositions, headDim, ropeTheta).filter((_, i) => i % 2 === part),
    ),
  );
  const norm = (x: string, weight: string) =>
    graph.node('SimplifiedLayerNormalization', [x, weight], {
      attributes: { axis: { int: -1 }, epsilon: { float: rmsNormEps } },
    });
  return {
    norm,
    addAndNorm(x, change, weight) {
      const normed = graph.node('SkipSimplifiedLayerNormalization', [x, change, weight], {
        ...CONTRIB,
        attributes: { epsilon: { float: rmsNormEps } },
        outputs: [`${weight}.normed`, '', '', `${weight}.sum`],
      });
      return { normed, sum: `${weight}.sum` };
    },
    attention(layer, q, k, v) {
      return graph.node(
        'GroupQueryAttention',
        [q, k, v, `past_key_values.${layer}.key`, `past_key_values.${layer}.value`, lastIndex, total, cosines, sines],
        {
          ...CONTRIB,
          attributes: { num_heads: { int: heads }, kv_num_heads: { int: kvHeads }, do_rotary: { int: 1 } },
          outputs: [`attended.${layer}`, `present.${layer}.key`, `present.${layer}.value`],
        },
      );
    },
  };
}
