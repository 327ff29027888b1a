/** @file Whether weights are numbers: a model that holds NaN computes nothing, and says so nowhere. */
import { CodedError } from '../common/coded-error.ts';
import type { WeightArray } from './safetensors.ts';

/** False where an element is NaN or an infinity. */
export function allFinite(data: Float32Array): boolean {
  // A loop, because models have a billion of these. x − x is NaN for NaN and the infinities alone.
  for (let i = 0; i < data.length; i++) if (data[i] - data[i] !== 0) return false;
  return true;
}

/** The first parameter that holds NaN or an infinity; undefined where all are finite. */
export function nonFiniteParameter(weights: ReadonlyMap<string, WeightArray>): string | undefined {
  for (const [name, { data }] of weights) if (!allFinite(data)) return name;
  return undefined;
}

/** For a model that has left the finite numbers; `what` completes "… is not a finite number". */
export const notFinite = (what: string): CodedError =>
  new CodedError(
    'model-not-finite',
    `${what} is not a finite number: the model has diverged. Use weights from before, and train on with a lower learning rate.`,
    { what },
  );
