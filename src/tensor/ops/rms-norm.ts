/**
 * @file RMSNorm (Zhang & Sennrich 2019), optionally of chosen rows only.
 *
 * y_c = g_c · x_c · r with r = (mean_c x_c² + ε)^(−1/2); x [N, d] → y [N or U, d], d a multiple of 4.
 * VJP: dx_c = r · (g_c dy_c − x_c · r² · mean_k(g_k dy_k x_k)), dg_c = Σ_rows dy_c x_c r.
 */
import { defineKernel } from '../kernel.ts';
import { byLanes, eachRow, type Lanes, rowGrid } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { gainTerm, normed, normGradient, normProjection, normScale, withSquare } from './norm-and-gate.ts';
import { sumRows } from './reduce.ts';

/** `source`: the row that belongs to it in a choice of rows. */
const main = `${eachRow('row', 'u.rows')}
  var source = row;
  if (u.choose != 0u) { source = chosen[row]; }`;

/** A loop over the elements of a row that a lane adds up; what is not added up is computed four channels at a time. */
const eachElement = ({ count, element }: Lanes, body: string) =>
  `for (var c = lane; c < ${element === 'f32' ? '4u * ' : ''}u.d4; c += ${count}u) { ${body} }`;
/** Element c of a row. */
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

/** Loops over all N rows of x; `chosen` is then the row of dy for each row of x, or NO_ROW. */
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

/** The rows of x to normalise. */
export interface RowChoice {
  /** Rows of x, ascending and without repetition, u32 [U]. */
  rows: Tensor;
  /** For each row of x its index in `rows`, or 0xffffffff, u32 [N]; only the backward pass reads it. */
  inverse?: Tensor;
}

/** @returns [U, d] with a choice of rows, else [N, d] */
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
