/**
 * @file RMSNorm of each query head and each key head (Qwen3's QK-Norm; Dehghani et al. 2023, "Scaling Vision
 * Transformers to 22 Billion Parameters", section 2), one dispatch over the fused projection:
 * qkv [N, (heads + 2·kvHeads)·h] → the same shape, with values copied.
 *
 * For a head x [h] with gain g (one for all query heads, one for all key heads): y_c = g_c · x_c · r,
 * r = (mean_c x_c² + ε)^(−1/2). VJP as in rms-norm.ts, head by head.
 */
import { defineKernel } from '../kernel.ts';
import { QUAD, rowGrid, SINGLE, type Lanes } from '../lanes.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { sumRows } from './reduce.ts';
import type { Heads } from './rotary.ts';

/** Places a unit, one head of one token; `start` is its first channel in qkv. */
const main = `
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let unit = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  if (unit >= u.units) { return; }
  let perRow = u.heads + 2u * u.kvHeads;
  let row = unit / perRow;
  let head = unit % perRow;
  let start = unit * u.h;
  let isQuery = head < u.heads;`;

const uniforms = { units: 'u32', heads: 'u32', kvHeads: 'u32', h: 'u32', epsilon: 'f32' } as const;

/** A loop over the channels of a lane, and the same loop as a copy for heads of values. */
const eachChannel = (lanes: Lanes, body: string) =>
  `for (var c = lane; c < u.h; c += ${lanes.count}u) { let i = start + c; ${body} }`;
const copyValues = (lanes: Lanes, copy: string) => `
  if (head >= u.heads + u.kvHeads) {
    ${eachChannel(lanes, copy)}
    return;
  }`;
/** Both gains are loaded and one is selected: a branch per channel costs more. */
const gain = 'select(kGain[c], qGain[c], isQuery)';

const forwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'head norm',
    storage: { qkv: 'read f32', qGain: 'read f32', kGain: 'read f32', y: 'write f32' },
    uniforms,
    directives: lanes.directives,
    body: `${lanes.functions}${main}${copyValues(lanes, 'y[i] = qkv[i];')}
  var squares = 0.0;
  ${eachChannel(lanes, 'squares += qkv[i] * qkv[i];')}
  let r = inverseSqrt(laneSum(squares, lane) / f32(u.h) + u.epsilon);
  ${eachChannel(lanes, `y[i] = ${gain} * (qkv[i] * r);`)}
}`,
  });

/** Also writes the terms of each gain's gradient, [N·heads, h] and [N·kvHeads, h]. */
const backwardKernel = (lanes: Lanes) =>
  defineKernel({
    label: 'head norm backward',
    storage: {
      qkv: 'read f32',
      qGain: 'read f32',
      kGain: 'read f32',
      dy: 'read f32',
      dx: 'write f32',
      dqGain: 'write f32',
      dkGain: 'write f32',
    },
    uniforms,
    directives: lanes.directives,
    body: `${lanes.functions}${main}${copyValues(lanes, 'dx[i] = dy[i];')}
  var squares = 0.0;
  var inner = 0.0;
  ${eachChannel(lanes, `squares += qkv[i] * qkv[i]; inner += ${gain} * dy[i] * qkv[i];`)}
  let r = inverseSqrt(laneSum(squares, lane) / f32(u.h) + u.epsilon);
  let projection = r * r * laneSum(inner, lane) / f32(u.h);
  let queryTerm = (row * u.heads + head) * u.h;
  let keyTerm = (row * u.kvHeads + head - u.heads) * u.h;
  ${eachChannel(
    lanes,
    `dx[i] = r * (${gain} * dy[i] - qkv[i] * projection);
    let term = dy[i] * qkv[i] * r;
    if (isQuery) { dqGain[queryTerm + c] = term; } else { dkGain[keyTerm + c] = term; }`,
  )}
}`,
  });

const cache = new Map<
  Lanes,
  { forward: ReturnType<typeof forwardKernel>; backward: ReturnType<typeof backwardKernel> }
>([QUAD, SINGLE].map((lanes) => [lanes, { forward: forwardKernel(lanes), backward: backwardKernel(lanes) }]));

/** Of queries and of keys, [headDim] each. */
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
  const lanes = device.headLanes;
  const { forward, backward } = cache.get(lanes)!;
  const units = n * (heads + 2 * kvHeads);
  const sizes = { units, heads, kvHeads, h, epsilon: gains.epsilon };
  const inputs = { qkv, qGain: gains.q, kGain: gains.k };
  const y = tape.allocate(qkv.shape);
  device.run(forward, { ...inputs, y }, sizes, rowGrid(units, lanes));
  return tape.record([qkv, gains.q, gains.k], y, (dy) => {
    const dqGain = tape.allocate([n * heads, h]);
    const dkGain = tape.allocate([n * kvHeads, h]);
    const run = (dx: Tensor) =>
      device.run(backward, { ...inputs, dy, dx, dqGain, dkGain }, sizes, rowGrid(units, lanes));
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
