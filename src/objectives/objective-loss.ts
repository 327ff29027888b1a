/** @file The loss of an objective, as a policy's update needs it: something to minimise and something to report. */
import type { Tensor } from '../tensor/tensor.ts';
import type { UpdateStats } from './objective.ts';

/** What an objective reports of a batch; the policy adds loss, gradient norm and operation count. */
export type LossStatistics = Omit<UpdateStats, 'loss' | 'gradNorm' | 'flops'>;

/** A loss on the tape, and how its statistics follow from what is read back with it. */
export interface ObjectiveLoss {
  /** The scalar to minimise, [1]. */
  loss: Tensor;
  /** Tensors of one value per prediction, [M], to be read back together with the loss. */
  observed: readonly Tensor[];
  /** @param values of `observed`, in its order */
  statistics(values: readonly Float32Array[]): LossStatistics;
}
