/**
 * @file Lanes are the threads that share one row (a token, or one head of a token). They combine their values in one of
 * three ways, from one source for each kernel:
 * - the 4 lanes of a quad, on software adapters: SwiftShader runs 4 threads as one SIMD vector, Mesa's llvmpipe 4, 8 or 16,
 *   and a swap within a quad is one instruction;
 * - 64 lanes of a workgroup, on graphics processors: coalesced loads and a tree in workgroup memory;
 * - 1 lane that takes four elements at a time, for short rows, or if the lanes would share only a sum: on a software
 *   adapter a number of a vec4 costs less to load than one alone, and four rows are computed at once.
 *
 * Sums combine in a fixed order, so results repeat bit for bit.
 */
import { ENTRY, linearGrid, THREADS } from './kernel.ts';

export interface Lanes {
  count: 1 | 4 | 64;
  /** The part of a row that a lane takes at a time: one element, or four. */
  element: 'f32' | 'vec4f';
  /** WGSL directives the functions need. */
  directives: string;
  /**
   * WGSL `rowOf(workgroup, groups, local)` and `laneOf(local)` place a thread; `laneSum(element, lane)` adds up a row's lanes, and
   * the numbers of an element. Where lanes are several, `laneMax`, `laneCount(u32, lane)` and `laneMin` combine their values, too,
   * and `lanePrefix(f32, lane)` gives the sum over lower lanes and the sum over all, both added up in ascending order. All lanes
   * get the result.
   */
  functions: string;
}

const placement = (count: number) => `
fn rowOf(workgroup: vec3u, groups: vec3u, local: u32) -> u32 {
  ${
    // With a row per workgroup the row must not depend on the local index: barriers need that to be provable.
    count === THREADS
      ? 'return workgroup.x + workgroup.y * groups.x;'
      : `return ((workgroup.x + workgroup.y * groups.x) * ${THREADS}u + local) / ${count}u;`
  }
}
fn laneOf(local: u32) -> u32 { return local % ${count}u; }
`;

/**
 * Adds up what `count` neighbouring threads have in workgroup memory, the upper half to the lower half, until the first has all.
 * @param combine default: the sum of two numbers
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

/** One thread computes a row, four neighbouring elements at a time. It adds up in the order of QUAD, so the bits are the same. */
export const SINGLE: Lanes = {
  count: 1,
  element: 'vec4f',
  directives: '',
  functions: `${placement(1)}
fn laneSum(x: vec4f, lane: u32) -> f32 { return (x.x + x.y) + (x.z + x.w); }`,
};

/** Subgroups follow local indices, so a branch or loop that depends on a row alone keeps the lanes that share it together. */
const LANE_DIRECTIVES = 'enable subgroups;\ndiagnostic(off, subgroup_uniformity);';

/** The swaps of a lane within its quad: after swap s it has the value of lane xor s. */
export const SWAPS = ['', 'quadSwapX', 'quadSwapY', 'quadSwapDiagonal'] as const;

/**
 * The 4 lanes of a quad compute a row; only for adapters whose subgroups have whole quads. They use quad swaps:
 * SwiftShader compiles each to one instruction, a general shuffle to about 20.
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

/** A workgroup computes a row. The functions contain barriers: all threads of the workgroup must reach them. */
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

/** WGSL: the entry point of a kernel with `functions` of lanes, up to where lane `lane` has a row below `rows`. */
export const eachRow = (row: string, rows: string) => `${ENTRY}
  let ${row} = rowOf(workgroup, groups, local);
  let lane = laneOf(local);
  if (${row} >= ${rows}) { return; }`;

/** `make`, which makes for each way to share a row what it needs once. */
export function byLanes<Made>(make: (lanes: Lanes) => Made): (lanes: Lanes) => Made {
  const made = new Map<Lanes, Made>();
  return (lanes) => {
    const known = made.get(lanes) ?? make(lanes);
    made.set(lanes, known);
    return known;
  };
}

/** Workgroups for a number of rows. */
export const rowGrid = (rows: number, lanes: Lanes): [number, number] => linearGrid(rows * lanes.count);
