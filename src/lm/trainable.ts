/** @file Declares the part of a model that learns: all its weights, or an adapter over frozen weights. */
import { ParameterSet } from '../tensor/parameters.ts';
import type { Tape } from '../tensor/tape.ts';
import { parameterShapes } from './files/config.ts';
import type { WeightArray } from './files/safetensors.ts';
import type { CausalLM } from './transformer.ts';
import { exportWeights } from './weights.ts';

export interface Trainable {
  readonly model: CausalLM;
  /** Frozen model as it was at the start, or at the last restart. */
  readonly initial: CausalLM;
  /** Trained weights, f32. */
  readonly parameters: ParameterSet;
  /** Gradients in the layout of `parameters`. A backward pass on a watched tape overwrites them, or adds to them. */
  readonly gradients: ParameterSet;
  /** Shape of every tensor that learns, keyed by its name in files. */
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  /** Metadata that a file of trained tensors must have. */
  readonly identity: Readonly<Record<string, string>>;
  /** Makes the tape's backward pass write `gradients`. @param accumulate true to add to earlier gradients */
  watch(tape: Tape, accumulate?: boolean): void;
  /** Reads sets (weights, or an optimizer's moments). Returns a map for each, keyed by the tensors' names in files. */
  read(sets: readonly ParameterSet[]): Promise<Map<string, WeightArray>[]>;
  /** Overwrites a set, by default the weights. It is the exact inverse of `read`. */
  write(weights: ReadonlyMap<string, WeightArray>, parameters?: ParameterSet): void;
  /** Makes the current model the initial one. */
  restart(): void;
  dispose(): void;
}

/** Makes the tape's backward pass write `gradients`. @param accumulate true to add to earlier gradients */
export function watchAll(tape: Tape, parameters: ParameterSet, gradients: ParameterSet, accumulate = false): void {
  for (const name of parameters.names) tape.watch(parameters.get(name), gradients.get(name), accumulate);
}

/** Trains every weight of a model, and keeps a frozen copy of the initial weights. */
export class FullTraining implements Trainable {
  readonly initial: CausalLM;
  readonly gradients: ParameterSet;
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  readonly identity = {};

  /** Takes over an f32 model, and disposes of it later. */
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
