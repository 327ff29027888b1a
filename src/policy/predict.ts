/** @file Computes a policy's predictions for a batch, with the current weights and optionally the initial ones. */
import type { Tape } from '../tensor/tape.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Trainable } from '../lm/trainable.ts';
import type { CausalLM, Predictions } from '../lm/transformer.ts';

/** Returns the temperature of scores. It is 1 for greedy decoding, which reports log-probabilities at temperature 1. */
export const asSampled = (temperature: number): number => (temperature === 0 ? 1 : temperature);

export function predictWith(
  model: CausalLM,
  tape: Tape,
  batch: PackedBatch,
  temperature: number,
  options?: { checkpointing?: boolean },
): Predictions {
  return model.predict(tape, model.forward(tape, batch, options), batch, { temperature: asSampled(temperature) });
}

/** Computes predictions with their KL from the initial weights. @param differentiable true if the loss uses this KL */
export function predictAgainstInitial(
  { model, initial }: Trainable,
  { tape, reference }: { tape: Tape; reference: Tape },
  batch: PackedBatch,
  temperature: number,
  differentiable: boolean,
  options?: { checkpointing?: boolean },
): Required<Predictions> {
  const initialHidden = initial.forward(reference, batch);
  const hidden = model.forward(tape, batch, options);
  return model.predict(tape, hidden, batch, {
    temperature: asSampled(temperature),
    reference: { hidden: initialHidden, model: initial, differentiable },
  }) as Required<Predictions>;
}
