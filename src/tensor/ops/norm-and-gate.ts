/**
 * @file WGSL of RMSNorm (rms-norm.ts) and of SwiGLU's gate (swiglu.ts), once for all kernels that contain them: so their bits
 * are the same wherever they are computed. The uniform `u.epsilon` is that of the norm.
 *
 * A compiler may round a product before it is added, or not, and of a sum of two products either one: differently in each
 * kernel. So wherever two kernels must give the same bits, `fma` says which product it is. (A software adapter rounds it all
 * the same, in every kernel.)
 */

/** The sum of squares with one more. */
export const withSquare = (squares: string, x: string) => `fma(${x}, ${x}, ${squares})`;

/** By what a row is multiplied. */
export const normScale = (squares: string, length: string) => `inverseSqrt(${squares} / f32(${length}) + u.epsilon)`;

export const normed = (gain: string, x: string, scale: string) => `${gain} * (${x} * ${scale})`;

/** The common factor of a row's gradient: the sum of gain · upstream · x. */
export const normProjection = (scale: string, inner: string, length: string) =>
  `${scale} * ${scale} * ${inner} / f32(${length})`;

/** The gradient of x, and the term of a row in the gradient of the gain. */
export const normGradient = (gain: string, x: string, scale: string, upstream: string) =>
  `${scale} * (${gain} * ${upstream} - ${x} * projection)`;
export const gainTerm = (x: string, scale: string, upstream: string) => `${upstream} * ${x} * ${scale}`;

export const sigmoid = (x: string) => `(1.0 / (1.0 + exp(-${x})))`;

export const gated = (gate: string, factor: string) => `${gate} * ${sigmoid(gate)} * ${factor}`;
