/** @file Checks that weights are finite in f32 and f16, because a model that holds NaN fails silently. */
import { CodedError } from '../common/coded-error.ts';
import { LARGEST_HALF } from '../tensor/packed-numbers.ts';

/** Returns false if an element is NaN or an infinity. */
export function allFinite(data: Float32Array): boolean {
  // A loop is fastest, and models may have a billion weights. x − x is NaN only for NaN and the infinities.
  for (let i = 0; i < data.length; i++) if (data[i] - data[i] !== 0) return false;
  return true;
}

/** Returns the first parameter that holds NaN or an infinity; undefined if all are finite. */
export function nonFiniteParameter(weights: ReadonlyMap<string, { data: Float32Array }>): string | undefined {
  for (const [name, { data }] of weights) if (!allFinite(data)) return name;
  return undefined;
}

/** Creates the error. @param what completes "… is not a finite number" */
export const notFinite = (what: string): CodedError => new CodedError('model-not-finite', { what });

/** Throws CodedError `beyond-f16` if a weight is too large for f16. */
export function refuseBeyondHalf(name: string, data: Float32Array): void {
  for (const value of data)
    if (Math.abs(value) > LARGEST_HALF)
      throw new CodedError('beyond-f16', {
        name,
        value,
        largest: LARGEST_HALF,
      });
}
