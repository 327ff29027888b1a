/**
 * @file Defines lanes, the threads that share one row (a token, or one head of a token). The same kernel source serves
 * four kinds of lanes:
 * - 4 lanes of a quad serve software adapters. SwiftShader runs 4 threads as one SIMD vector, and Mesa's llvmpipe runs
 *   4, 8 or 16. A swap within a quad is one instruction.
 * - 64 lanes of a workgroup serve graphics processors. Their loads are coalesced, and they add in a tree in workgroup
 *   memory.
 * - 1 lane that takes four elements at a time serves norms on software adapters. A vec4 costs less to load than four
 *   single numbers, and four rows are computed at once.
 * - 1 lane that takes one element at a time serves software adapters without subgroups, as in Firefox.
 *
 * Sums combine in a fixed order, so results repeat bit for bit.
 */
import { ENTRY, linearGrid, THREADS } from './kernel.ts';

export interface Lanes {
  count: 1 | 4 | 64;
  /** Part of a row that a lane takes at a time: one element, or four. */
  element: 'f32' | 'vec4f';
  /** WGSL directives that `functions` needs. */
  directives: string;
  /**
   * WGSL functions. `rowOf(workgroup, groups, local)` and `laneOf(local)` return a thread's row and lane.
   * `laneSum(element, lane)` adds up the lanes of a row, and the components of vec4 elements. Unless elements are vec4,
   * there are also `laneMax`, `laneCount(u32, lane)`, `laneMin` and `lanePrefix(f32, lane)`. `lanePrefix` returns the
   * sum over lower lanes and the sum over all lanes. All lanes get the results.
   */
  functions: string;
}

const placement = (count: number) => `
fn rowOf(workgroup: vec3u, groups: vec3u, local: u32) -> u32 {
  ${
    // If a workgroup has one row, `local` must not decide the row: WGSL requires uniform control flow at barriers.
    count === THREADS
      ? 'return workgroup.x + workgroup.y * groups.x;'
      : `return ((workgroup.x + workgroup.y * groups.x) * ${THREADS}u + local) / ${count}u;`
  }
}
fn laneOf(local: u32) -> u32 { return local % ${count}u; }
`;

/**
 * WGSL: adds up the values of `count` neighbouring threads in workgroup memory. Each step halves the number of values,
 * until the first thread has the sum.
 * @param combine joins two WGSL values; default: their sum
 */
export const treeSum = (
  { memory, thread, lane, count }: { memory: string; thread: string; lane: string; count: number },
  combine = (a: string, b: string) => `${a} + ${b}`,
) => `workgroupBarrier();
      for (var half = ${count / 2}u; half > 0u; half /= 2u) {
        if (${lane} < half) { ${memory}[${thread}] = ${combine(`${memory}[${thread}]`, `${memory}[${thread} + half]`)}; }
        workgroupBarrier();
      }`;

const reductions = (combine: (name: string, type: string, op: (a: string, b: string) => string) => string) =>
  [
    combine('laneSum', 'f32', (a, b) => `${a} + ${b}`),
    combine('laneMax', 'f32', (a, b) => `max(${a}, ${b})`),
    combine('laneCount', 'u32', (a, b) => `${a} + ${b}`),
    combine('laneMin', 'u32', (a, b) => `min(${a}, ${b})`),
  ].join('\n');

/** One thread computes a row, four neighbouring elements at a time. Adds in the order of QUAD, with the same bits. */
export const SINGLE: Lanes = {
  count: 1,
  element: 'vec4f',
  directives: '',
  functions: `${placement(1)}
fn laneSum(x: vec4f, lane: u32) -> f32 { return (x.x + x.y) + (x.z + x.w); }`,
};

/** One thread computes a row, one element after the other. */
export const SCALAR: Lanes = {
  count: 1,
  element: 'f32',
  directives: '',
  functions: `${placement(1)}
fn laneSum(x: f32, lane: u32) -> f32 { return x; }
fn laneMax(x: f32, lane: u32) -> f32 { return x; }
fn laneCount(x: u32, lane: u32) -> u32 { return x; }
fn laneMin(x: u32, lane: u32) -> u32 { return x; }
fn lanePrefix(x: f32, lane: u32) -> vec2f { return vec2f(0.0, x); }`,
};

/** No uniformity check: a row's lanes share a subgroup, and stay together if branches depend only on the row. */
const LANE_DIRECTIVES = 'enable subgroups;\ndiagnostic(off, subgroup_uniformity);';

/** WGSL functions that swap within a quad. After swap s, a lane has the value of lane xor s. */
export const SWAPS = ['', 'quadSwapX', 'quadSwapY', 'quadSwapDiagonal'] as const;

/**
 * The 4 lanes of a quad compute a row. Subgroups of the adapter must consist of whole quads. SwiftShader compiles a
 * quad swap to one instruction, and a general shuffle to about 20.
 */
export const QUAD: Lanes = {
  count: 4,
  element: 'f32',
  directives: LANE_DIRECTIVES,
  functions:
    placement(4) +
    reductions(
      (name, type, op) => `fn ${name}(x: ${type}, lane: u32) -> ${type} {
      let pair = ${op('x', 'quadSwapX(x)')};
      return ${op('pair', 'quadSwapY(pair)')};
    }`,
    ) +
    `
    fn lanePrefix(x: f32, lane: u32) -> vec2f {
      let one = quadBroadcast(x, 0u);
      let two = one + quadBroadcast(x, 1u);
      let three = two + quadBroadcast(x, 2u);
      let before = select(select(select(three, two, lane == 2u), one, lane == 1u), 0.0, lane == 0u);
      return vec2f(before, three + quadBroadcast(x, 3u));
    }`,
};

/** A workgroup computes a row. The functions contain barriers, which all threads of the workgroup must reach. */
export const WORKGROUP: Lanes = {
  count: THREADS,
  element: 'f32',
  directives: '',
  functions:
    placement(THREADS) +
    reductions(
      (name, type, op) => `var<workgroup> ${name}Partial: array<${type}, ${THREADS}>;
    fn ${name}(x: ${type}, lane: u32) -> ${type} {
      ${name}Partial[lane] = x;
      ${treeSum({ memory: `${name}Partial`, thread: 'lane', lane: 'lane', count: THREADS }, op)}
      let result = workgroupUniformLoad(&${name}Partial[0]);
      return result;
    }`,
    ) +
    `
    var<workgroup> prefixPartial: array<f32, ${THREADS}>;
    fn lanePrefix(x: f32, lane: u32) -> vec2f {
      prefixPartial[lane] = x;
      workgroupBarrier();
      var before = 0.0;
      var total = 0.0;
      for (var other = 0u; other < ${THREADS}u; other++) {
        if (other == lane) { before = total; }
        total += prefixPartial[other];
      }
      workgroupBarrier();
      return vec2f(before, total);
    }`,
};

/** WGSL: entry point of a kernel with `Lanes.functions`. Defines `lane` and, as `row`, the row index below `rows`. */
export const eachRow = (row: string, rows: string) => `${ENTRY}
  let ${row} = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  if (${row} >= ${rows}) { return; }`;

/** Returns a function that calls `make` once for each kind of lanes and caches the result. */
export function byLanes<Made>(make: (lanes: Lanes) => Made): (lanes: Lanes) => Made {
  const made = new Map<Lanes, Made>();
  return (lanes) => {
    const known = made.get(lanes) ?? make(lanes);
    made.set(lanes, known);
    return known;
  };
}

export const rowGrid = (rows: number, lanes: Lanes): [number, number] => linearGrid(rows * lanes.count);
