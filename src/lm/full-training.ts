/** @file A model of which every weight learns; a copy of the weights it started from stays frozen. */
import { ParameterSet } from '../tensor/parameters.ts';
import type { Tape } from '../tensor/tape.ts';
import { parameterShapes } from './files/config.ts';
import type { WeightArray } from './files/safetensors.ts';
import { watchAll, type Trainable } from './trainable.ts';
import type { CausalLM } from './transformer.ts';
import { exportWeights } from './weights.ts';

export class FullTraining implements Trainable {
  readonly initial: CausalLM;
  readonly gradients: ParameterSet;
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  readonly identity = {};

  /** @param model f32; owned from here on */
  constructor(readonly model: CausalLM) {
    this.initial = model.copy();
    this.gradients = new ParameterSet(model.device, model.parameters.layout);
    this.shapes = parameterShapes(model.config);
  }

  get parameters(): ParameterSet {
    return this.model.parameters;
  }

  watch(tape: Tape, accumulate?: boolean): void {
    watchAll(tape, this.parameters, this.gradients, accumulate);
  }

  read(sets: readonly ParameterSet[]): Promise<Map<string, WeightArray>[]> {
    return exportWeights(this.model.config, sets);
  }

  write(weights: ReadonlyMap<string, WeightArray>, parameters?: ParameterSet): void {
    this.model.writeWeights(weights, parameters);
  }

  restart(): void {
    this.initial.parameters.assign(this.parameters);
  }

  dispose(): void {
    this.initial.dispose();
    this.gradients.dispose();
    this.model.dispose();
  }
}
