/** @file The contract with the thread that makes pairs and prepares checkpoints, one at a time, and stores them as they grow. */
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { Measured } from '../../../src/pretraining/measure-model.ts';
import type { ModelMeasure } from '../../../src/pretraining/pretrain.ts';
import type { PairPlan, PairRequest } from '../../../src/pretraining/world-pair.ts';
import type { WarmUpRecipe } from '../../../src/pretraining/warm-up.ts';

export type { PairPlan };

export type PairSize = PairRequest['size'];

export type PairRole = 'agent' | 'environment';

/** A checkpoint to prepare for the loop, by its name in settings. */
export interface PreparationRequest extends Pick<
  WarmUpRecipe,
  'role' | 'families' | 'prior' | 'seed' | 'learningRate'
> {
  model: string;
}

export interface MakingProgress {
  step: number;
  /** The most there will be. */
  steps: number;
  /** Of the last step, nats per token; null before the first one. */
  loss: number | null;
  /** The last measurement; null before the first one. */
  measured: Measured<ModelMeasure> | null;
}

export interface MadeModel {
  name: string;
  /** Its folder. */
  files: PickedFile[];
}

export interface PairMaker {
  /** What a pair takes on this device, by a few steps that are forgotten. */
  plan(request: PairRequest): Promise<PairPlan>;
  tokens(request: PairRequest, texts: readonly string[]): Promise<string[][]>;
  /** Makes one model of a pair, or goes on with it. @returns null where it was stopped */
  make(request: PairRequest, role: PairRole): Promise<MadeModel | null>;
  /** Prepares a checkpoint by LoRA, or goes on with it. @returns it with the adapter merged; null where it was stopped */
  prepare(request: PreparationRequest): Promise<MadeModel | null>;
  /** Null while nothing is made. */
  progress(): Promise<MakingProgress | null>;
  /** Stops after the step under way, which is kept. */
  stop(): Promise<void>;
}
