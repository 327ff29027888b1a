/** Returns x [m, k] · w [k, n] (+ bias [n]) (+ residual [m, n]), to check matmul.ts. */
export function matmulReference(
  x: Float64Array,
  w: Float64Array,
  [m, k, n]: [number, number, number],
  { bias, residual }: { bias?: Float64Array; residual?: Float64Array } = {},
): Float64Array {
  const y = new Float64Array(m * n);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      let sum = (bias?.[j] ?? 0) + (residual?.[i * n + j] ?? 0);
      for (let e = 0; e < k; e++) sum += x[i * k + e] * w[e * n + j];
      y[i * n + j] = sum;
    }
  return y;
}
