/** @file Plain SwiGLU gate: the oracle of swiglu.ts. */

/** x [n, 2f] → [n, f]. */
export function swigluReference(x: Float64Array, f: number): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, i) => {
    const gate = x[Math.floor(i / f) * 2 * f + (i % f)];
    const up = x[Math.floor(i / f) * 2 * f + f + (i % f)];
    return (gate / (1 + Math.exp(-gate))) * up;
  });
}
