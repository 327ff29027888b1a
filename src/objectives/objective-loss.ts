/** @file The loss of an objective, as a policy's update needs it: something to minimise and something to report. */
import type { Predictions } from '../lm/transformer.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { UpdateStats } from './objective.ts';

/** An objective's statistics of a batch; the policy adds loss, gradient norm and operation count. */
export type LossStatistics = Omit<UpdateStats, 'loss' | 'gradNorm' | 'flops'>;

/** The loss of a part of a batch, on the tape. The losses of all parts add up to that of the batch. */
export interface PartLoss {
  loss: Tensor;
  /** Tensors of one value per prediction of the part, to be read back together with the loss. */
  observed: readonly Tensor[];
}

/**
 * The loss of a batch that is computed in one part or in several, each a range of its sequences. What counts over the whole
 * batch (the divisor of a mean, a normaliser of weights) is fixed here, so that dividing the batch does not change the loss.
 */
export interface ObjectiveLoss {
  /** @param measured the sum of `measure` over all parts; absent where the part is the whole batch */
  ofPart(tape: Tape, predictions: Predictions, first: number, measured?: Tensor): PartLoss;
  /** Measures the whole batch before the loss of a part can be computed: a sum over parts, [1]. */
  measure?(tape: Tape, predictions: Predictions, first: number): Tensor;
  /** @param values of `observed`, in its order, each for all predictions of the batch */
  statistics(values: readonly Float32Array[]): LossStatistics;
}
