/**
 * @file The layout of an adapter's tensors: in files under PEFT's names, A [r, in] and B [out, r]; in the engine
 * transposed and fused like the matrices that they correct (weights.ts).
 *
 * The modules of a fused matrix have their A side by side, [in, modules · r], and their B side by side,
 * [r, sum of out]. r is padded to a multiple of 4 with zeros, which stay zero: each has a gradient of zero.
 */
import { layOut, type ParameterLayout } from '../../tensor/parameters.ts';
import type { Block } from '../../tensor/ops/block-diagonal.ts';
import type { ModelConfig } from '../files/config.ts';
import { names, type FusedMatrix, type PlacedWeights, type Placement } from '../weights.ts';
import { LORA_MODULES, type LoraConfig, type LoraModule } from './lora-config.ts';

interface Projection {
  /** The part of a layer that Hugging Face puts it in. */
  part: 'self_attn' | 'mlp';
  matrix: FusedMatrix;
  /** Its first column in the matrix. */
  column: number;
  inputs: number;
  outputs: number;
}

/** The matrices of a layer by module. */
function projections(config: ModelConfig): Record<LoraModule, Projection> {
  const { hiddenSize: d, intermediateSize: ff, headDim } = config;
  const q = config.heads * headDim;
  const kv = config.kvHeads * headDim;
  const attention = { part: 'self_attn', inputs: d } as const;
  return {
    q_proj: { ...attention, matrix: 'qkv', column: 0, outputs: q },
    k_proj: { ...attention, matrix: 'qkv', column: q, outputs: kv },
    v_proj: { ...attention, matrix: 'qkv', column: q + kv, outputs: kv },
    o_proj: { part: 'self_attn', matrix: 'attentionOut', column: 0, inputs: q, outputs: d },
    gate_proj: { part: 'mlp', matrix: 'gateUp', column: 0, inputs: d, outputs: ff },
    up_proj: { part: 'mlp', matrix: 'gateUp', column: ff, inputs: d, outputs: ff },
    down_proj: { part: 'mlp', matrix: 'down', column: 0, inputs: ff, outputs: d },
  };
}

/** The name of a module's matrix in a checkpoint, without `.weight`. */
const moduleName = (layer: number, part: Projection['part'], module: LoraModule): string =>
  `model.layers.${layer}.${part}.${module}`;

/** PEFT's names of the two matrices that correct a module of a checkpoint, `model.layers.0.self_attn.q_proj`. */
export const adapterNames = (module: string): { a: string; b: string } => ({
  a: `base_model.model.${module}.lora_A.weight`,
  b: `base_model.model.${module}.lora_B.weight`,
});

const targetsInOrder = ({ targets }: LoraConfig): LoraModule[] =>
  LORA_MODULES.filter((module) => targets.includes(module));

/** Shape of every tensor of an adapter under PEFT's name, layer by layer; matrices are [out, in]. */
export function adapterShapes(config: ModelConfig, lora: LoraConfig): Map<string, number[]> {
  const shapes = new Map<string, number[]>();
  const all = projections(config);
  for (let layer = 0; layer < config.layers; layer++)
    for (const module of targetsInOrder(lora)) {
      const { part, inputs, outputs } = all[module];
      const { a, b } = adapterNames(moduleName(layer, part, module));
      shapes.set(a, [lora.rank, inputs]);
      shapes.set(b, [outputs, lora.rank]);
    }
  return shapes;
}

/** Number of trained weights. */
export const adapterParameterCount = (config: ModelConfig, lora: LoraConfig): number =>
  [...adapterShapes(config, lora).values()].reduce((sum, [rows, columns]) => sum + rows * columns, 0);

/** The modules of a layer's fused matrix that an adapter corrects. */
export interface AdaptedMatrix {
  matrix: FusedMatrix;
  inputs: number;
  /** The place of each module in the matrix, in order. */
  blocks: (Block & { module: LoraModule; part: Projection['part'] })[];
}

/** The fused matrices that an adapter corrects: the same in every layer. */
export function adaptedMatrices(config: ModelConfig, lora: LoraConfig): AdaptedMatrix[] {
  const all = projections(config);
  const matrices = new Map<FusedMatrix, AdaptedMatrix>();
  for (const module of targetsInOrder(lora)) {
    const { matrix, part, column, inputs, outputs: width } = all[module];
    const adapted = matrices.get(matrix) ?? { matrix, inputs, blocks: [] };
    adapted.blocks.push({ module, part, column, width });
    matrices.set(matrix, adapted);
  }
  return [...matrices.values()];
}

const RANK_MULTIPLE = 4;

/** The engine's parameters that correct a matrix, by that matrix's name. */
export const adapterParameters = (matrix: string): { a: string; b: string } => ({
  a: `${matrix}.lora.a`,
  b: `${matrix}.lora.b`,
});

/** Places an adapter's parameters in memory, and says where each of PEFT's tensors lies in them. */
export function layOutAdapter(
  config: ModelConfig,
  lora: LoraConfig,
  maxSegmentBytes: number,
): { layout: ParameterLayout; placed: PlacedWeights } {
  const rank = Math.ceil(lora.rank / RANK_MULTIPLE) * RANK_MULTIPLE;
  const shapes: [string, number[]][] = [];
  const places = new Map<string, Placement>();
  for (let layer = 0; layer < config.layers; layer++)
    for (const { matrix, inputs, blocks } of adaptedMatrices(config, lora)) {
      const fused = adapterParameters(names.layer(layer)[matrix]);
      let outputs = 0;
      for (const [i, { module, part, width }] of blocks.entries()) {
        const file = adapterNames(moduleName(layer, part, module));
        places.set(file.a, { fused: fused.a, column: i * rank });
        places.set(file.b, { fused: fused.b, column: outputs });
        outputs += width;
      }
      shapes.push([fused.a, [inputs, blocks.length * rank]], [fused.b, [rank, outputs]]);
    }
  return { layout: layOut(shapes, maxSegmentBytes), placed: { shapes: adapterShapes(config, lora), places } };
}
