/**
 * @file Generates the WGSL of RMSNorm (rms-norm.ts) and of SwiGLU's gate (swiglu.ts) for all kernels, so that all give
 * the same bits. The uniform `u.epsilon` is the norm's epsilon.
 *
 * A compiler may round a product before adding it, and may choose differently in each kernel. `fma` fixes the choice if
 * two kernels must give the same bits. (A software adapter rounds the product of `fma` too, in every kernel.)
 */

/** WGSL: adds a square to a sum of squares. */
export const withSquare = (squares: string, x: string) => `fma(${x}, ${x}, ${squares})`;

/** WGSL: factor r of a row, 1 / √(mean of squares + ε). */
export const normScale = (squares: string, length: string) => `inverseSqrt(${squares} / f32(${length}) + u.epsilon)`;

export const normed = (gain: string, x: string, scale: string) => `${gain} * (${x} * ${scale})`;

/** WGSL: r² · mean(gain · upstream · x), shared by a row's gradients. `inner` sums gain · upstream · x over the row. */
export const normProjection = (scale: string, inner: string, length: string) =>
  `${scale} * ${scale} * ${inner} / f32(${length})`;

/** WGSL: gradient with respect to x. The variable `projection` must hold the row's `normProjection`. */
export const normGradient = (gain: string, x: string, scale: string, upstream: string) =>
  `${scale} * (${gain} * ${upstream} - ${x} * projection)`;
/** WGSL: a row's term in the gradient with respect to the gain. */
export const gainTerm = (x: string, scale: string, upstream: string) => `${upstream} * ${x} * ${scale}`;

export const sigmoid = (x: string) => `(1.0 / (1.0 + exp(-${x})))`;

export const gated = (gate: string, factor: string) => `${gate} * ${sigmoid(gate)} * ${factor}`;
