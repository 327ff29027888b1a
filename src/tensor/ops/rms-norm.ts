/**
 * @file RMSNorm (Zhang & Sennrich 2019), optionally of chosen rows only.
 *
 * y_c = g_c · x_c · r with r = (mean_c x_c² + ε)^(−1/2); x [N, d] → y [N or U, d], d a multiple of 4.
 * VJP: dx_c = r · (g_c dy_c − x_c · r² · mean_k(g_k dy_k x_k)), dg_c = Σ_rows dy_c x_c r.
 */
import { defineKernel } from '../kernel.ts';
import { rowGrid, SINGLE, WORKGROUP, type Lanes } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { sumRows } from './reduce.ts';

const main = `
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let row = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  if (row >= u.rows) { return; }`;

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
  var source = row;
  if (u.choose != 0u) { source = chosen[row]; }
  var squares = ${lanes.element}();
  ${eachElement(lanes, `let value = ${at(lanes, 'x', 'source')}; squares += value * value;`)}
  let r = inverseSqrt(laneSum(squares, lane) / f32(4u * u.d4) + u.epsilon);
  for (var c = lane; c < u.d4; c += ${lanes.count}u) { y[row * u.d4 + c] = gain[c] * (x[source * u.d4 + c] * r); }
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
  var source = row;
  if (u.choose != 0u) { source = chosen[row]; }
  let used = source != ${0xffffffff}u;
  var squares = ${lanes.element}();
  var inner = ${lanes.element}();
  if (used) {
    ${eachElement(
      lanes,
      `let value = ${at(lanes, 'x', 'row')};
      squares += value * value;
      inner += ${at(lanes, 'gain', '0u')} * ${at(lanes, 'dy', 'source')} * value;`,
    )}
  }
  let r = inverseSqrt(laneSum(squares, lane) / f32(4u * u.d4) + u.epsilon);
  let projection = r * r * laneSum(inner, lane) / f32(4u * u.d4);
  for (var c = lane; c < u.d4; c += ${lanes.count}u) {
    let i = row * u.d4 + c;
    var gradient = vec4f();
    if (used) {
      let value = x[i];
      let upstream = dy[source * u.d4 + c];
      gradient = r * (gain[c] * upstream - value * projection);
      dGain[source * u.d4 + c] = upstream * value * r;
    }
    if (u.add != 0u) { gradient += dx[i]; }
    dx[i] = gradient;
  }
}`,
  });

const cache = new Map<
  Lanes,
  { forward: ReturnType<typeof forwardKernel>; backward: ReturnType<typeof backwardKernel> }
>([SINGLE, WORKGROUP].map((lanes) => [lanes, { forward: forwardKernel(lanes), backward: backwardKernel(lanes) }]));

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
  const { forward, backward } = cache.get(lanes)!;
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
