/** @file The part of a model that learns: all its weights, or an adapter over frozen ones. */
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import type { MatrixPrecision } from '../tensor/tensor.ts';

export { LORA_MODULES, type LoraModule } from '../lm/lora/lora-config.ts';

export interface LoraTraining {
  kind: 'lora';
  lora: LoraConfig;
  basePrecision: MatrixPrecision;
  /** The adapter at the start follows from the run's seed and the number of the player, both u32. */
  seed: number;
  player: number;
}

export type PlayerTraining = { kind: 'full' } | LoraTraining;

/** `frozen`: the model only writes, and costs the memory of its weights alone. */
export type Training = PlayerTraining | { kind: 'frozen' };
