/** @file The predictions of a policy for a batch: of one model, or of the current weights next to the initial ones. */
import type { Tape } from '../tensor/tape.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Trainable } from '../lm/trainable.ts';
import type { CausalLM, Predictions } from '../lm/transformer.ts';

/** Greedy decoding reports log-probabilities at temperature 1, so scores are computed at that temperature too. */
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

/** Predictions of the current weights, with their divergence from the initial ones, which `differentiable` may be. */
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
