/**
 * @file Takes one optimizer step: sums the gradients of a batch's micro-batches in a fixed order, then runs AdamW. Each
 * micro-batch takes one submit and one readback of its statistics.
 */
import type { AdamWSettings, Tensor } from '../tensor/tensor.ts';
import type { AdamW } from '../tensor/adamw.ts';
import { Tape } from '../tensor/tape.ts';
import { forwardFlops, packedSize, trainingFlops } from '../lm/flops.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Trainable } from '../lm/trainable.ts';
import type { Predictions } from '../lm/transformer.ts';
import { learnsFromExactKl } from '../objectives/grpo.ts';
import type { Objective, UpdateStats } from '../objectives/objective.ts';
import type { ObjectiveLoss } from '../objectives/loss-parts.ts';
import { predictAgainstInitial, predictWith } from './predict.ts';

export interface GradientStep {
  trained: Trainable;
  optimizer: AdamW;
  settings: AdamWSettings;
  /** Tape that lives as long as the step. */
  shared: Tape;
  /** Micro-batches, at least one of which has predictions. */
  parts: readonly PackedBatch[];
  objective: Objective;
  loss: ObjectiveLoss;
  /** True if layers are computed again in the backward pass. */
  checkpointing: boolean;
  onPart: () => void;
}

export async function gradientStep(step: GradientStep): Promise<UpdateStats> {
  const { trained, optimizer, settings, parts, objective, loss, checkpointing, onPart } = step;
  const { device, config } = trained.model;
  const lora = trained.model.adapter?.lora;
  const learnt = parts.filter(({ targets }) => targets.length > 0);
  const measured = learnt.length > 1 ? await measure(step, learnt) : undefined;
  const readings: Float32Array[][] = [];
  let [lossValue, gradNorm, first] = [0, 0, 0];
  let flops = measured?.flops ?? 0;
  for (const [p, batch] of learnt.entries()) {
    const tape = new Tape(device);
    const reference = new Tape(device, false);
    try {
      trained.watch(tape, p > 0);
      const predictions = predictFor(objective, trained, { tape, reference }, batch, checkpointing);
      const part = loss.ofPart(tape, predictions, first, measured?.sum);
      tape.backward(part.loss);
      const norm = p === learnt.length - 1 ? [optimizer.step(trained.gradients, settings)] : [];
      const [[value], ...values] = await device.readAll([part.loss, ...part.observed, ...norm]);
      lossValue += value;
      if (norm.length > 0) gradNorm = values.pop()![0];
      readings.push(values);
    } finally {
      reference.dispose();
      tape.dispose();
    }
    const size = packedSize(batch);
    flops += trainingFlops(config, size, lora);
    if (objective.kind !== 'cross-entropy') flops += forwardFlops(config, size);
    // The layers run forward a second time, but the head does not.
    if (checkpointing) flops += forwardFlops(config, { ...size, rows: 0 }, lora);
    first += batch.targets.length;
    onPart();
  }
  return { ...loss.statistics(joined(readings)), loss: lossValue, gradNorm, flops };
}

/** Returns the sum of `loss.measure` over all parts, and its operation count; undefined if the loss needs no sum. */
async function measure(
  { trained, shared, objective, loss }: GradientStep,
  parts: readonly PackedBatch[],
): Promise<{ sum: Tensor; flops: number } | undefined> {
  if (!loss.measure) return undefined;
  const { device, config, adapter } = trained.model;
  let [sum, flops, first] = [0, 0, 0];
  for (const batch of parts) {
    const tape = new Tape(device, false);
    try {
      const predictions = predictFor(objective, trained, { tape, reference: tape }, batch, false);
      sum += (await device.read(loss.measure(tape, predictions, first)))[0];
    } finally {
      tape.dispose();
    }
    const size = packedSize(batch);
    flops += forwardFlops(config, size, adapter?.lora) + forwardFlops(config, size);
    first += batch.targets.length;
  }
  return { sum: shared.upload(Float32Array.of(sum)), flops };
}

function predictFor(
  objective: Objective,
  trained: Trainable,
  tapes: { tape: Tape; reference: Tape },
  batch: PackedBatch,
  checkpointing: boolean,
): Predictions {
  if (objective.kind === 'cross-entropy') return predictWith(trained.model, tapes.tape, batch, 1, { checkpointing });
  const differentiable = objective.kind === 'rwr' || learnsFromExactKl(objective);
  return predictAgainstInitial(trained, tapes, batch, objective.temperature, differentiable, { checkpointing });
}

/** Joins the values of each observed tensor over all parts. */
const joined = (readings: readonly (readonly Float32Array[])[]): Float32Array[] =>
  readings[0].map((values, i) =>
    readings.length === 1 ? values : Float32Array.from(readings.flatMap((part) => [...part[i]])),
  );
