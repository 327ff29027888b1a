/** @file An adapter on the GPU: f32 parameters, and what they add to a product with a frozen matrix. */
import type { Device } from '../../tensor/device.ts';
import { blockDiagonal, type Block } from '../../tensor/ops/block-diagonal.ts';
import { matmul } from '../../tensor/ops/matmul.ts';
import { ParameterSet } from '../../tensor/parameters.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { ModelConfig } from '../config.ts';
import type { WeightArray } from '../safetensors.ts';
import { exportPlaced, importPlaced, names, type PlacedWeights } from '../weights.ts';
import { adaptedMatrices, adapterParameters, layOutAdapter } from './adapter-layout.ts';
import { loraScale, type LoraConfig } from './lora-config.ts';

export class Adapter {
  readonly parameters: ParameterSet;
  private readonly placed: PlacedWeights;
  /** By the name of the frozen matrix. */
  private readonly blocks = new Map<string, readonly Block[]>();

  /** @param weights by PEFT's names, of the shapes of `adapterShapes` */
  constructor(
    device: Device,
    config: ModelConfig,
    readonly lora: LoraConfig,
    weights: ReadonlyMap<string, WeightArray>,
  ) {
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const { layout, placed } = layOutAdapter(config, lora, Math.min(maxBufferSize, maxStorageBufferBindingSize));
    this.placed = placed;
    this.parameters = new ParameterSet(device, layout);
    for (let layer = 0; layer < config.layers; layer++)
      for (const { matrix, blocks } of adaptedMatrices(config, lora))
        this.blocks.set(names.layer(layer)[matrix], blocks);
    this.write(weights);
  }

  /** Shape of every tensor by PEFT's name. */
  get shapes(): ReadonlyMap<string, readonly number[]> {
    return this.placed.shapes;
  }

  /**
   * y + (alpha / r)·x·A·B for the matrix of this name; y itself where the adapter leaves the matrix as it is.
   * @param x [N, in]
   * @param y what the frozen matrix gives, [N, out]; used for nothing else
   */
  correct(tape: Tape, matrix: string, x: Tensor, y: Tensor): Tensor {
    const blocks = this.blocks.get(matrix);
    if (!blocks) return y;
    const { a, b } = adapterParameters(matrix);
    const reduced = matmul(tape, x, this.parameters.get(a));
    const wide = blockDiagonal(tape, this.parameters.get(b), blocks, y.shape[1], loraScale(this.lora));
    return matmul(tape, reduced, wide, { residual: y });
  }

  /** Reads the adapter, or an optimizer's moments of it, under PEFT's names. */
  read(parameters: ParameterSet = this.parameters): Promise<Map<string, WeightArray>> {
    return exportPlaced(this.placed, parameters);
  }

  /** Overwrites the adapter, or an optimizer's moments of it. */
  write(weights: ReadonlyMap<string, WeightArray>, parameters: ParameterSet = this.parameters): void {
    importPlaced(this.placed, parameters, weights);
  }

  dispose(): void {
    this.parameters.dispose();
  }
}
