/** @file Checks that weights are numbers in f32 and f16: a model that holds NaN computes nothing, silently. */
import { CodedError } from '../common/coded-error.ts';
import { LARGEST_HALF } from '../tensor/packed-numbers.ts';

/** False where an element is NaN or an infinity. */
export function allFinite(data: Float32Array): boolean {
  // A loop, because models have a billion of these. x − x is NaN for NaN and the infinities alone.
  for (let i = 0; i < data.length; i++) if (data[i] - data[i] !== 0) return false;
  return true;
}

/** The first parameter that holds NaN or an infinity; undefined where all are finite. */
export function nonFiniteParameter(weights: ReadonlyMap<string, { data: Float32Array }>): string | undefined {
  for (const [name, { data }] of weights) if (!allFinite(data)) return name;
  return undefined;
}

/** For a model that has left the finite numbers; `what` completes "… is not a finite number". */
export const notFinite = (what: string): CodedError => new CodedError('model-not-finite', { what });

/** @param remedy what a person can do, a sentence without its full stop */
export function refuseBeyondHalf(name: string, data: Float32Array): void {
  for (const value of data)
    if (Math.abs(value) > LARGEST_HALF)
      throw new CodedError('beyond-f16', {
        name,
        value,
        largest: LARGEST_HALF,
      });
}
