/**
 * @file Trains an adapter over a frozen base. The base alone is the initial model. After a restart,
 * the initial model is the base with a copy of the adapter. Several adapters may share one base.
 */
import { ParameterSet } from '../../tensor/parameters.ts';
import type { Tape } from '../../tensor/tape.ts';
import type { WeightArray } from '../files/safetensors.ts';
import { watchAll, type Trainable } from '../trainable.ts';
import type { CausalLM } from '../transformer.ts';
import { Adapter } from './adapter.ts';
import { adapterIdentity, type LoraConfig } from './lora-config.ts';

export class AdapterTraining implements Trainable {
  readonly model: CausalLM;
  readonly gradients: ParameterSet;
  readonly identity: Readonly<Record<string, string>>;
  private readonly adapter: Adapter;
  /** Copy of the adapter from the last restart; undefined before the first restart. */
  private restarted: Adapter | undefined;

  /** Adapts a base. @param base owned by the caller, who disposes of it after this object */
  constructor(
    private readonly base: CausalLM,
    baseHash: string,
    private readonly lora: LoraConfig,
    weights: ReadonlyMap<string, WeightArray>,
  ) {
    const { device, config } = base;
    this.adapter = new Adapter(device, config, lora, weights);
    this.model = base.adapted(this.adapter);
    this.gradients = new ParameterSet(device, this.parameters.layout);
    this.identity = adapterIdentity(lora, baseHash);
  }

  get initial(): CausalLM {
    return this.restarted ? this.base.adapted(this.restarted) : this.base;
  }

  get parameters(): ParameterSet {
    return this.adapter.parameters;
  }

  get shapes(): ReadonlyMap<string, readonly number[]> {
    return this.adapter.shapes;
  }

  watch(tape: Tape, accumulate?: boolean): void {
    watchAll(tape, this.parameters, this.gradients, accumulate);
  }

  read(sets: readonly ParameterSet[]): Promise<Map<string, WeightArray>[]> {
    return this.adapter.read(sets);
  }

  write(weights: ReadonlyMap<string, WeightArray>, parameters?: ParameterSet): void {
    this.adapter.write(weights, parameters);
  }

  restart(): void {
    this.restarted ??= new Adapter(this.base.device, this.base.config, this.lora);
    this.restarted.parameters.assign(this.parameters);
  }

  dispose(): void {
    this.adapter.dispose();
    this.restarted?.dispose();
    this.gradients.dispose();
  }
}
