/** @file Holds an adapter's f32 parameters on the GPU, and adds its correction to products with frozen matrices. */
import type { Device } from '../../tensor/device.ts';
import { blockDiagonal, type Block } from '../../tensor/ops/block-diagonal.ts';
import { matmul } from '../../tensor/ops/matmul.ts';
import { ParameterSet } from '../../tensor/parameters.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { ModelConfig } from '../files/config.ts';
import type { WeightArray } from '../files/safetensors.ts';
import { exportPlaced, importPlaced, names, type PlacedWeights } from '../weights.ts';
import { adaptedMatrices, adapterParameters, layOutAdapter } from './adapter-layout.ts';
import { loraScale, type LoraConfig } from './lora-config.ts';

/** The correction that is added to products with frozen matrices. */
export interface Correction {
  readonly lora: LoraConfig;
  /** Returns y + (alpha / r)·x·A·B for x [N, in] and the frozen product y [N, out]; y if the matrix is not corrected. */
  correct(tape: Tape, matrix: string, x: Tensor, y: Tensor): Tensor;
  /** Returns an equal correction with fewer dispatches, for passes during which the adapter does not change. */
  prepared(tape: Tape, outputs: (matrix: string) => number): Correction;
}

export class Adapter implements Correction {
  readonly parameters: ParameterSet;
  private readonly placed: PlacedWeights;
  /** Corrected blocks of each frozen matrix, by the matrix's name. */
  private readonly blocks = new Map<string, readonly Block[]>();

  /** Puts an adapter on the GPU. @param weights by PEFT's names, with the shapes of `adapterShapes`; default: zeros */
  constructor(
    device: Device,
    config: ModelConfig,
    readonly lora: LoraConfig,
    weights?: ReadonlyMap<string, WeightArray>,
  ) {
    const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
    const { layout, placed } = layOutAdapter(config, lora, Math.min(maxBufferSize, maxStorageBufferBindingSize));
    this.placed = placed;
    this.parameters = new ParameterSet(device, layout);
    for (let layer = 0; layer < config.layers; layer++)
      for (const { matrix, blocks } of adaptedMatrices(config, lora))
        this.blocks.set(names.layer(layer)[matrix], blocks);
    if (weights) this.write(weights);
  }

  /** Shape of every tensor by PEFT's name. */
  get shapes(): ReadonlyMap<string, readonly number[]> {
    return this.placed.shapes;
  }

  correct(tape: Tape, matrix: string, x: Tensor, y: Tensor): Tensor {
    return this.addProduct(tape, matrix, x, y, (blocks) => this.diagonal(tape, matrix, blocks, y.shape[1]));
  }

  /** Returns a correction for which every block diagonal of B is computed only once, here. */
  prepared(tape: Tape, outputs: (matrix: string) => number): Correction {
    const diagonals = new Map(
      [...this.blocks].map(([matrix, blocks]) => [matrix, this.diagonal(tape, matrix, blocks, outputs(matrix))]),
    );
    const prepared: Correction = {
      lora: this.lora,
      correct: (pass, matrix, x, y) => this.addProduct(pass, matrix, x, y, () => diagonals.get(matrix)!),
      prepared: () => prepared,
    };
    return prepared;
  }

  private addProduct(
    tape: Tape,
    matrix: string,
    x: Tensor,
    y: Tensor,
    diagonalOf: (blocks: readonly Block[]) => Tensor,
  ): Tensor {
    const blocks = this.blocks.get(matrix);
    if (!blocks) return y;
    const reduced = matmul(tape, x, this.parameters.get(adapterParameters(matrix).a));
    return matmul(tape, reduced, diagonalOf(blocks), { residual: y });
  }

  /** Returns (alpha / r)·B with the modules of the matrix on a block diagonal, [modules · r, columns]. */
  private diagonal(tape: Tape, matrix: string, blocks: readonly Block[], columns: number): Tensor {
    const b = this.parameters.get(adapterParameters(matrix).b);
    return blockDiagonal(tape, b, blocks, columns, loraScale(this.lora));
  }

  /** Reads back parameter sets, such as the adapter or an optimizer's moments, under PEFT's names. */
  read(sets: readonly ParameterSet[]): Promise<Map<string, WeightArray>[]> {
    return exportPlaced(this.placed, sets);
  }

  /** Overwrites `parameters`: by default the adapter, or else an optimizer's moments. */
  write(weights: ReadonlyMap<string, WeightArray>, parameters: ParameterSet = this.parameters): void {
    importPlaced(this.placed, parameters, weights);
  }

  dispose(): void {
    this.parameters.dispose();
  }
}
