/**
 * @file Lays out an adapter's tensors. Files hold A [r, in] and B [out, r] under PEFT's names. The engine transposes and
 * fuses them like the matrices that they correct (weights.ts).
 *
 * The modules of a fused matrix have their A side by side, [in, modules · r], and their B side by side,
 * [r, sum of out]. The rank r is padded to a multiple of 4 with zeros. They stay zero, because their gradients are zero.
 */
import { layOut, type ParameterLayout } from '../../tensor/parameters.ts';
import type { Block } from '../../tensor/ops/block-diagonal.ts';
import { inLayer, layerTensors, type ModelConfig } from '../files/config.ts';
import { names, type FusedMatrix, type PlacedWeights, type Placement } from '../weights.ts';
import type { LoraConfig, LoraModule } from './lora-config.ts';

interface Projection {
  /** Name within a layer of a checkpoint, such as `self_attn.q_proj`. */
  name: string;
  matrix: FusedMatrix;
  /** Columns of the projection in the matrix. */
  block: Block;
  inputs: number;
}

/** Lists the projections of a layer that an adapter corrects, in the order of a forward pass. */
function projections(config: ModelConfig, { targets }: LoraConfig): Projection[] {
  return layerTensors(config).flatMap(({ name, shape: [width, inputs], parameter, column }) => {
    const [part, module, kind] = name.split('.');
    if (kind !== 'weight' || !targets.includes(module as LoraModule)) return [];
    return [{ name: `${part}.${module}`, matrix: parameter as FusedMatrix, block: { column, width }, inputs }];
  });
}

/** Returns PEFT's names of the two matrices that correct a module such as `model.layers.0.self_attn.q_proj`. */
export const adapterNames = (module: string): { a: string; b: string } => ({
  a: `base_model.model.${module}.lora_A.weight`,
  b: `base_model.model.${module}.lora_B.weight`,
});

/** Returns the shape [out, in] of every tensor of an adapter by PEFT's name, layer by layer. */
export function adapterShapes(config: ModelConfig, lora: LoraConfig): Map<string, number[]> {
  const shapes = new Map<string, number[]>();
  for (let layer = 0; layer < config.layers; layer++)
    for (const { name, block, inputs } of projections(config, lora)) {
      const { a, b } = adapterNames(inLayer(layer, name));
      shapes.set(a, [lora.rank, inputs]);
      shapes.set(b, [block.width, lora.rank]);
    }
  return shapes;
}

export const adapterParameterCount = (config: ModelConfig, lora: LoraConfig): number =>
  [...adapterShapes(config, lora).values()].reduce((sum, [rows, columns]) => sum + rows * columns, 0);

/** A fused matrix of a layer, and its modules that an adapter corrects. */
export interface AdaptedMatrix {
  matrix: FusedMatrix;
  inputs: number;
  /** Columns of each module in the matrix, in ascending order. */
  blocks: (Block & Pick<Projection, 'name'>)[];
}

/** Lists the fused matrices that an adapter corrects, which are the same in every layer. */
export function adaptedMatrices(config: ModelConfig, lora: LoraConfig): AdaptedMatrix[] {
  const matrices = new Map<FusedMatrix, AdaptedMatrix>();
  for (const { name, matrix, block, inputs } of projections(config, lora)) {
    const adapted = matrices.get(matrix) ?? { matrix, inputs, blocks: [] };
    adapted.blocks.push({ name, ...block });
    matrices.set(matrix, adapted);
  }
  return [...matrices.values()];
}

const RANK_MULTIPLE = 4;

/** Returns the names of the engine's parameters that correct a matrix. */
export const adapterParameters = (matrix: string): { a: string; b: string } => ({
  a: `${matrix}.lora.a`,
  b: `${matrix}.lora.b`,
});

/** Computes the memory layout of an adapter's parameters. `placed` tells where each PEFT tensor lies in them. */
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
      for (const [i, { name, width }] of blocks.entries()) {
        const file = adapterNames(inLayer(layer, name));
        places.set(file.a, { fused: fused.a, column: i * rank });
        places.set(file.b, { fused: fused.b, column: outputs });
        outputs += width;
      }
      shapes.push([fused.a, [inputs, blocks.length * rank]], [fused.b, [rank, outputs]]);
    }
  return { layout: layOut(shapes, maxSegmentBytes), placed: { shapes: adapterShapes(config, lora), places } };
}
