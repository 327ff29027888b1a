/**
 * @file A policy's state as the bytes of two safetensors files: weights under their Hugging Face names (what a model
 * folder holds), and Adam's moments under the names torch gives them, with the step count. f32 both ways: exact.
 */
import type { AdamW } from '../tensor/adamw.ts';
import { nonFiniteParameter, notFinite } from '../lm/finite-weights.ts';
import { ModelFileError } from '../lm/model-file-error.ts';
import { openSafetensors, writeSafetensors, type Safetensors, type WeightArray } from '../lm/safetensors.ts';
import { takeParameters } from '../lm/take-parameters.ts';
import type { CausalLM } from '../lm/transformer.ts';
import type { PolicySnapshot } from './policy.ts';

const WEIGHTS_FILE = 'the snapshot of the weights';
const OPTIMIZER_FILE = 'the snapshot of the optimizer';
const MEAN = 'exp_avg.';
const SQUARE = 'exp_avg_sq.';

/** @throws CodedError `model-not-finite` where a weight is NaN or an infinity */
export async function takeSnapshot(model: CausalLM, optimizer: AdamW): Promise<PolicySnapshot> {
  const { mean, square, step } = optimizer.state;
  const weights = await model.readWeights();
  const damaged = nonFiniteParameter(weights);
  if (damaged !== undefined) throw notFinite(`A weight of ${damaged}`);
  const moments = new Map<string, WeightArray>();
  for (const [name, values] of await model.readWeights(mean)) moments.set(MEAN + name, values);
  for (const [name, values] of await model.readWeights(square)) moments.set(SQUARE + name, values);
  return {
    weights: writeSafetensors(weights),
    optimizer: writeSafetensors(moments, { step: String(step) }),
  };
}

/**
 * Overwrites weights and optimizer state.
 *
 * @throws ModelFileError where a file is damaged or of another model; then nothing is overwritten
 */
export function restoreSnapshot(snapshot: PolicySnapshot, model: CausalLM, optimizer: AdamW): void {
  const { config } = model;
  const weights = takeParameters(openSafetensors(snapshot.weights, WEIGHTS_FILE), config, WEIGHTS_FILE);
  const file = openSafetensors(snapshot.optimizer, OPTIMIZER_FILE);
  const step = Number(file.metadata.step ?? NaN);
  if (!Number.isInteger(step) || step < 0)
    throw new ModelFileError(
      'malformed',
      OPTIMIZER_FILE,
      'it does not say how many steps were taken',
      'Restore another checkpoint',
    );
  const mean = takeParameters(underPrefix(file, MEAN), config, OPTIMIZER_FILE);
  const square = takeParameters(underPrefix(file, SQUARE), config, OPTIMIZER_FILE);
  model.writeWeights(weights);
  model.writeWeights(mean, optimizer.state.mean);
  model.writeWeights(square, optimizer.state.square);
  optimizer.state.step = step;
}

/** The tensors of a file whose names start with a prefix, under the rest of their names. */
function underPrefix(file: Safetensors, prefix: string): Safetensors {
  const entries = [...file.entries].filter(([name]) => name.startsWith(prefix));
  return {
    entries: new Map(entries.map(([name, entry]) => [name.slice(prefix.length), entry])),
    metadata: file.metadata,
    read: (name) => file.read(prefix + name),
  };
}
