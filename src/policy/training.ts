/** @file How a policy learns: with all its weights, or with an adapter over frozen ones. */
import type { LoraConfig } from '../lm/lora/lora-config.ts';
import type { Precision } from '../tensor/parameters.ts';

export { LORA_MODULES, type LoraModule } from '../lm/lora/lora-config.ts';

export interface LoraTraining {
  kind: 'lora';
  lora: LoraConfig;
  /** Of the frozen matrices. */
  basePrecision: Precision;
  /** The adapter at the start follows from the run's seed and the number of the player, both u32. */
  seed: number;
  player: number;
}

export type Training = { kind: 'full' } | LoraTraining;
