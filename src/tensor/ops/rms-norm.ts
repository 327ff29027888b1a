/**
 * @file Computes RMSNorm (Zhang & Sennrich 2019) of all rows, of chosen rows, or of attention heads.
 *
 * y_c = g_c · x_c · r with r = (mean_c x_c² + ε)^(−1/2); x [N, d] → y [N or U, d], d a multiple of 4.
 * VJP: dx_c = r · (g_c dy_c − x_c · r² · mean_k(g_k dy_k x_k)), dg_c = Σ_rows dy_c x_c r.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import { byLanes, eachRow, type Lanes, rowGrid } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { SUM_OF_PARTS } from './head-layout.ts';
import { gainTerm, normed, normGradient, normProjection, normScale, withSquare } from './norm-and-gate.ts';
import { sumRows } from './reduce.ts';
import type { Heads } from './rotary.ts';

/**
 * WGSL: one thread computes a head, four neighbouring channels at a time. h4 is headDim / 4. attention-decode.ts adds
 * in the same order and so normalises heads to the same bits.
 */
const headMain = `
${SUM_OF_PARTS}${eachThread('unit', 'u.units')}
  let perRow = u.heads + 2u * u.kvHeads;
  let row = unit / perRow;
  let head = unit % perRow;
  let start = unit * u.h4;
  let isQuery = head < u.heads;`;

const uniforms = { units: 'u32', heads: 'u32', kvHeads: 'u32', h4: 'u32', epsilon: 'f32' } as const;

/** WGSL: loops over the channels of a head, four at a time. */
const eachFour = (body: string) => `for (var c = 0u; c < u.h4; c++) { let i = start + c; ${body} }`;
/** WGSL: in threads of value heads, runs `copy` for all channels and returns. */
const copyValues = (copy: string) => `
  if (head >= u.heads + u.kvHeads) {
    ${eachFour(copy)}
    return;
  }`;
/** WGSL: loads both gains and selects one. A branch per channel would cost more. */
const gain = 'select(kGain[c], qGain[c], isQuery)';
const reciprocal = normScale('sumOfParts(squares)', '4u * u.h4');

const headForwardKernel = defineKernel({
  label: 'head norm',
  storage: { qkv: 'read vec4f', qGain: 'read vec4f', kGain: 'read vec4f', y: 'write vec4f' },
  uniforms,
  body: `${headMain}${copyValues('y[i] = qkv[i];')}
  var squares = vec4f();
  ${eachFour(`squares = ${withSquare('squares', 'qkv[i]')};`)}
  let r = ${reciprocal};
  ${eachFour(`y[i] = ${normed(gain, 'qkv[i]', 'r')};`)}
}`,
});

/** Writes dx, and each head's terms of the gradients of the gains, [N·heads, h] and [N·kvHeads, h]. */
const headBackwardKernel = defineKernel({
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
  body: `${headMain}${copyValues('dx[i] = dy[i];')}
  var squares = vec4f();
  var inner = vec4f();
  ${eachFour(`squares = ${withSquare('squares', 'qkv[i]')}; inner += ${gain} * dy[i] * qkv[i];`)}
  let r = ${reciprocal};
  let projection = ${normProjection('r', 'sumOfParts(inner)', '4u * u.h4')};
  let queryTerm = (row * u.heads + head) * u.h4;
  let keyTerm = (row * u.kvHeads + head - u.heads) * u.h4;
  ${eachFour(
    `dx[i] = ${normGradient(gain, 'qkv[i]', 'r', 'dy[i]')};
    let term = ${gainTerm('qkv[i]', 'r', 'dy[i]')};
    if (isQuery) { dqGain[queryTerm + c] = term; } else { dkGain[keyTerm + c] = term; }`,
  )}
}`,
});

/** Gains for queries and for keys, [headDim] each. */
export interface HeadGains {
  q: Tensor;
  k: Tensor;
  epsilon: number;
}

/**
 * Normalises each query head and each key head with RMSNorm in one dispatch (Qwen3's QK-Norm; Dehghani et al. 2023,
 * "Scaling Vision Transformers to 22 Billion Parameters", section 2).
 *
 * All query heads share one gain, and all key heads another. Each head has the formula and VJP of `rmsNorm`.
 * @param qkv [N, (heads + 2·kvHeads)·headDim]
 * @returns a tensor of the shape of `qkv`, with unchanged value heads
 */
export function headNorm(tape: Tape, qkv: Tensor, gains: HeadGains, { heads, kvHeads, headDim: h }: Heads): Tensor {
  const { device } = tape;
  const [n] = qkv.shape;
  if (h % 4 !== 0) throw new RangeError(`headNorm needs a multiple of 4 channels, not ${h}.`);
  const units = n * (heads + 2 * kvHeads);
  const sizes = { units, heads, kvHeads, h4: h / 4, epsilon: gains.epsilon };
  const inputs = { qkv, qGain: gains.q, kGain: gains.k };
  const y = tape.allocate(qkv.shape);
  device.run(headForwardKernel, { ...inputs, y }, sizes, linearGrid(units));
  return tape.record([qkv, gains.q, gains.k], y, (dy) => {
    const dqGain = tape.allocate([n * heads, h]);
    const dkGain = tape.allocate([n * kvHeads, h]);
    const run = (dx: Tensor) =>
      device.run(headBackwardKernel, { ...inputs, dy, dx, dqGain, dkGain }, sizes, linearGrid(units));
    tape.contribute(qkv, (dx, add) => {
      if (add) throw new Error('headNorm: its input may be used only once.');
      run(dx);
    });
    // If the projection is frozen, only the gains may need a gradient.
    if (!tape.needs(qkv)) run(tape.allocate(qkv.shape));
    tape.contribute(gains.q, (dGain, add) => sumRows(tape, dqGain, h, dGain, { add }));
    tape.contribute(gains.k, (dGain, add) => sumRows(tape, dkGain, h, dGain, { add }));
  });
}

/** WGSL: sets `source` to chosen[row] if rows are chosen, or else to `row`. */
const main = `${eachRow('row', 'u.rows')}
  var source = row;
  if (u.choose != 0u) { source = chosen[row]; }`;

/** WGSL: runs `body` for each element c that the lane takes of a row. */
const eachElement = ({ count, element }: Lanes, body: string) =>
  `for (var c = lane; c < ${element === 'f32' ? '4u * ' : ''}u.d4; c += ${count}u) { ${body} }`;
/** WGSL: element c of a row. */
const at = ({ element }: Lanes, buffer: string, row: string) =>
  element === 'f32' ? `${buffer}[${row} * u.d4 + (c >> 2u)][c & 3u]` : `${buffer}[${row} * u.d4 + c]`;

const forwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'rms norm',
    storage: { x: 'read vec4f', gain: 'read vec4f', chosen: 'read u32', y: 'write vec4f' },
    uniforms: { rows: 'u32', d4: 'u32', epsilon: 'f32', choose: 'u32' },
    directives: lanes.directives,
    body: `${lanes.functions}${main}
  var squares = ${lanes.element}();
  ${eachElement(lanes, `let value = ${at(lanes, 'x', 'source')}; squares = ${withSquare('squares', 'value')};`)}
  let r = ${normScale('laneSum(squares, lane)', '4u * u.d4')};
  for (var c = lane; c < u.d4; c += ${lanes.count}u) { y[row * u.d4 + c] = ${normed('gain[c]', 'x[source * u.d4 + c]', 'r')}; }
}`,
  });

/** Makes the kernel of the gradients. It loops over all N rows of x. Bind `RowChoice.inverse` to `chosen`. */
const backwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'rms norm backward',
    storage: {
      x: 'read vec4f',
      gain: 'read vec4f',
      dy: 'read vec4f',
      chosen: 'read u32',
      dx: 'write vec4f',
      dGain: 'write vec4f',
    },
    uniforms: { rows: 'u32', d4: 'u32', epsilon: 'f32', choose: 'u32', add: 'u32' },
    directives: lanes.directives,
    body: `${lanes.functions}${main}
  let used = source != ${0xffffffff}u;
  var squares = ${lanes.element}();
  var inner = ${lanes.element}();
  if (used) {
    ${eachElement(
      lanes,
      `let value = ${at(lanes, 'x', 'row')};
      squares = ${withSquare('squares', 'value')};
      inner += ${at(lanes, 'gain', '0u')} * ${at(lanes, 'dy', 'source')} * value;`,
    )}
  }
  let r = ${normScale('laneSum(squares, lane)', '4u * u.d4')};
  let projection = ${normProjection('r', 'laneSum(inner, lane)', '4u * u.d4')};
  for (var c = lane; c < u.d4; c += ${lanes.count}u) {
    let i = row * u.d4 + c;
    var gradient = vec4f();
    if (used) {
      let value = x[i];
      let upstream = dy[source * u.d4 + c];
      gradient = ${normGradient('gain[c]', 'value', 'r', 'upstream')};
      dGain[source * u.d4 + c] = ${gainTerm('value', 'r', 'upstream')};
    }
    if (u.add != 0u) { gradient += dx[i]; }
    dx[i] = gradient;
  }
}`,
  });

const kernelsOf = byLanes((lanes) => ({ forward: forwardKernel(lanes), backward: backwardKernel(lanes) }));

/** Rows of x to normalise. */
export interface RowChoice {
  /** Indices of rows of x, ascending and without repetition, u32 [U]. */
  rows: Tensor;
  /** Index in `rows` of each row of x, or 0xffffffff for rows not chosen, u32 [N]. Only the backward pass needs it. */
  inverse?: Tensor;
}

/** Normalises rows with RMSNorm. @returns [U, d] with a choice of rows, else [N, d] */
export function rmsNorm(tape: Tape, x: Tensor, gain: Tensor, epsilon: number, choice?: RowChoice): Tensor {
  const { device } = tape;
  const [n, d] = x.shape;
  const rows = choice ? choice.rows.size : n;
  const d4 = d / 4;
  if (!Number.isInteger(d4)) throw new RangeError(`rmsNorm needs a multiple of 4 channels, not ${d}.`);
  const lanes = device.profile.normLanes;
  const { forward, backward } = kernelsOf(lanes);
  const y = tape.allocate([rows, d]);
  const choose = Number(choice !== undefined);
  device.run(forward, { x, gain, chosen: choice?.rows, y }, { rows, d4, epsilon, choose }, rowGrid(rows, lanes));
  return tape.record([x, gain], y, (dy) => {
    if (choice && !choice.inverse) throw new Error('rmsNorm: the gradient of chosen rows needs their inverse.');
    const gainTerms = tape.allocate([rows, d]);
    tape.contribute(x, (dx, add) =>
      device.run(
        backward,
        { x, gain, dy, chosen: choice?.inverse, dx, dGain: gainTerms },
        { rows: n, d4, epsilon, choose, add: Number(add) },
        rowGrid(n, lanes),
      ),
    );
    tape.contribute(gain, (dGain, add) => sumRows(tape, gainTerms, d, dGain, { add }));
  });
}
