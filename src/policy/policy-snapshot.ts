/**
 * @file Writes and restores a policy's exact state: two safetensors files in f32. One file has the trained weights,
 * named as in a model folder or in PEFT (adapters). The other has the step count and Adam's moments (torch's names).
 */
import type { AdamW } from '../tensor/adamw.ts';
import { nonFiniteParameter, notFinite } from '../lm/finite-weights.ts';
import { ModelFileError } from '../lm/files/model-file-error.ts';
import { openSafetensors, writeSafetensors, type Safetensors, type WeightArray } from '../lm/files/safetensors.ts';
import { takeTensors } from '../lm/files/take-parameters.ts';
import type { Trainable } from '../lm/trainable.ts';
import type { PolicySnapshot } from './policy.ts';

const WEIGHTS_FILE = 'the snapshot of the weights';
const OPTIMIZER_FILE = 'the snapshot of the optimizer';
const MEAN = 'exp_avg.';
const SQUARE = 'exp_avg_sq.';

/** Reads back weights and optimizer state. @throws CodedError `model-not-finite` if a weight is NaN or an infinity */
export async function takeSnapshot(trained: Trainable, optimizer: AdamW): Promise<PolicySnapshot> {
  const { mean, square, step } = optimizer.state;
  const [weights, means, squares] = await trained.read([trained.parameters, mean, square]);
  const damaged = nonFiniteParameter(weights);
  if (damaged !== undefined) throw notFinite(`A weight of ${damaged}`);
  const moments = new Map<string, WeightArray>();
  for (const [name, values] of means) moments.set(MEAN + name, values);
  for (const [name, values] of squares) moments.set(SQUARE + name, values);
  return {
    weights: writeSafetensors(weights, trained.identity),
    optimizer: writeSafetensors(moments, { step: String(step) }),
  };
}

/** Overwrites weights and optimizer state. @throws ModelFileError before any change if a file does not fit the model */
export function restoreSnapshot(snapshot: PolicySnapshot, trained: Trainable, optimizer: AdamW): void {
  const weightsFile = openSafetensors(snapshot.weights, WEIGHTS_FILE);
  checkIdentity(weightsFile, trained.identity);
  const weights = takeTensors(weightsFile, trained.shapes, WEIGHTS_FILE);
  const file = openSafetensors(snapshot.optimizer, OPTIMIZER_FILE);
  const step = Number(file.metadata.step ?? NaN);
  if (!Number.isInteger(step) || step < 0)
    throw new ModelFileError('malformed', OPTIMIZER_FILE, 'it does not say how many steps were taken');
  const mean = takeTensors(underPrefix(file, MEAN), trained.shapes, OPTIMIZER_FILE);
  const square = takeTensors(underPrefix(file, SQUARE), trained.shapes, OPTIMIZER_FILE);
  trained.write(weights);
  trained.write(mean, optimizer.state.mean);
  trained.write(square, optimizer.state.square);
  optimizer.state.step = step;
}

/** Checks that a file names the policy's base, because an adapter fits any base of the same shapes. */
function checkIdentity({ metadata }: Safetensors, identity: Trainable['identity']): void {
  for (const [name, value] of Object.entries(identity))
    if (metadata[name] !== value)
      throw new ModelFileError(
        'mismatch',
        WEIGHTS_FILE,
        `it is of an adapter whose ${name} is ${metadata[name] ?? 'not given'}, not ${value}`,
      );
}

/** Returns the tensors whose names start with the prefix, without the prefix. */
function underPrefix(file: Safetensors, prefix: string): Safetensors {
  const entries = [...file.entries].filter(([name]) => name.startsWith(prefix));
  return {
    entries: new Map(entries.map(([name, entry]) => [name.slice(prefix.length), entry])),
    metadata: file.metadata,
    read: (name) => file.read(prefix + name),
  };
}
