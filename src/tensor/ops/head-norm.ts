/**
 * @file RMSNorm of each query head and each key head (Qwen3's QK-Norm; Dehghani et al. 2023, "Scaling Vision
 * Transformers to 22 Billion Parameters", section 2), one dispatch over the fused projection:
 * qkv [N, (heads + 2·kvHeads)·h] → the same shape, with values copied.
 *
 * For a head x [h] with gain g (one for all query heads, one for all key heads): y_c = g_c · x_c · r,
 * r = (mean_c x_c² + ε)^(−1/2). VJP as in rms-norm.ts, head by head.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import { SINGLE } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { gainTerm, normed, normGradient, normProjection, normScale, withSquare } from './norm-and-gate.ts';
import { sumRows } from './reduce.ts';
import type { Heads } from './rotary.ts';

/**
 * One thread computes a head, four neighbouring channels at a time: h4 is h / 4. Sums are added up as in the kernel of a decoding
 * step, which normalises its heads itself and gives the same bits.
 */
const main = `
${SINGLE.functions}${eachThread('unit', 'u.units')}
  let perRow = u.heads + 2u * u.kvHeads;
  let row = unit / perRow;
  let head = unit % perRow;
  let start = unit * u.h4;
  let isQuery = head < u.heads;`;

const uniforms = { units: 'u32', heads: 'u32', kvHeads: 'u32', h4: 'u32', epsilon: 'f32' } as const;

/** A loop over the channels of a head, and the same loop as a copy for heads of values. */
const eachFour = (body: string) => `for (var c = 0u; c < u.h4; c++) { let i = start + c; ${body} }`;
const copyValues = (copy: string) => `
  if (head >= u.heads + u.kvHeads) {
    ${eachFour(copy)}
    return;
  }`;
/** Both gains are loaded and one is selected: a branch per channel costs more. */
const gain = 'select(kGain[c], qGain[c], isQuery)';
const reciprocal = normScale('laneSum(squares, 0u)', '4u * u.h4');

const forwardKernel = defineKernel({
  label: 'head norm',
  storage: { qkv: 'read vec4f', qGain: 'read vec4f', kGain: 'read vec4f', y: 'write vec4f' },
  uniforms,
  body: `${main}${copyValues('y[i] = qkv[i];')}
  var squares = vec4f();
  ${eachFour(`squares = ${withSquare('squares', 'qkv[i]')};`)}
  let r = ${reciprocal};
  ${eachFour(`y[i] = ${normed(gain, 'qkv[i]', 'r')};`)}
}`,
});

/** Also writes the terms of each gain's gradient, [N·heads, h] and [N·kvHeads, h]. */
const backwardKernel = defineKernel({
  label: 'head norm backward',
  storage: {
    qkv: 'read vec4f',
    qGain: 'read vec4f',
    kGain: 'read vec4f',
    dy: 'read vec4f',
    dx: 'write vec4f',
    dqGain: 'write vec4f',
    dkGain: 'write vec4f',
  },
  uniforms,
  body: `${main}${copyValues('dx[i] = dy[i];')}
  var squares = vec4f();
  var inner = vec4f();
  ${eachFour(`squares = ${withSquare('squares', 'qkv[i]')}; inner += ${gain} * dy[i] * qkv[i];`)}
  let r = ${reciprocal};
  let projection = ${normProjection('r', 'laneSum(inner, 0u)', '4u * u.h4')};
  let queryTerm = (row * u.heads + head) * u.h4;
  let keyTerm = (row * u.kvHeads + head - u.heads) * u.h4;
  ${eachFour(
    `dx[i] = ${normGradient(gain, 'qkv[i]', 'r', 'dy[i]')};
    let term = ${gainTerm('qkv[i]', 'r', 'dy[i]')};
    if (isQuery) { dqGain[queryTerm + c] = term; } else { dkGain[keyTerm + c] = term; }`,
  )}
}`,
});

/** Gains of queries and of keys, [headDim] each. */
export interface HeadGains {
  q: Tensor;
  k: Tensor;
  epsilon: number;
}

/**
 * @returns as `qkv`, [N, (heads + 2·kvHeads)·headDim]
 */
export function headNorm(tape: Tape, qkv: Tensor, gains: HeadGains, { heads, kvHeads, headDim: h }: Heads): Tensor {
  const { device } = tape;
  const [n] = qkv.shape;
  if (h % 4 !== 0) throw new RangeError(`headNorm needs a multiple of 4 channels, not ${h}.`);
  const units = n * (heads + 2 * kvHeads);
  const sizes = { units, heads, kvHeads, h4: h / 4, epsilon: gains.epsilon };
  const inputs = { qkv, qGain: gains.q, kGain: gains.k };
  const y = tape.allocate(qkv.shape);
  device.run(forwardKernel, { ...inputs, y }, sizes, linearGrid(units));
  return tape.record([qkv, gains.q, gains.k], y, (dy) => {
    const dqGain = tape.allocate([n * heads, h]);
    const dkGain = tape.allocate([n * kvHeads, h]);
    const run = (dx: Tensor) =>
      device.run(backwardKernel, { ...inputs, dy, dx, dqGain, dkGain }, sizes, linearGrid(units));
    tape.contribute(qkv, (dx, add) => {
      if (add) throw new Error('headNorm: its input may be used only once.');
      run(dx);
    });
    // Frozen projections need no gradient, but the gains may.
    if (!tape.needs(qkv)) run(tape.allocate(qkv.shape));
    tape.contribute(gains.q, (dGain, add) => sumRows(tape, dqGain, h, dGain, { add }));
    tape.contribute(gains.k, (dGain, add) => sumRows(tape, dkGain, h, dGain, { add }));
  });
}
