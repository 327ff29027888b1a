/**
 * @file Multiplies matrices on software adapters (see matmul-kernels.ts), without barriers: each thread computes 64
 * elements of C.
 *
 * On a software adapter a load costs about 20 times as much as a multiply-add: each lane fetches alone and checks the
 * index. So a load reads four neighbours at once. The 4 lanes of a quad load different elements of A. Swaps within the
 * quad bring each element to every lane, which multiplies the element by the lane's columns of B. After swap s, a lane
 * has what lane xor s has loaded. Without subgroups a thread is a single lane and loads all its rows, so its tile is
 * squarer.
 *
 * An iteration of the loop takes four steps of k, and adds the products of all four to one sum before the next sum.
 * There are more sums than registers. So each sum is fetched and stored once an iteration instead of once a step. Sums
 * are named variables, `c<group>_<swap>_<fours>_<column>`, because an indexed array is 9 times slower.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, times } from '../kernel.ts';
import { QUAD, SWAPS, type Lanes } from '../lanes.ts';
import {
  interfaceOf,
  READS,
  type MatmulKernel,
  type PlainProduct,
  type ProductKernels,
  type TiledKernel,
} from './matmul-kernels.ts';

/** Number of steps of k in one iteration of the loop. One load brings as many elements. */
const STEPS = 4;
const COMPONENTS = ['x', 'y', 'z', 'w'];

/** Number of threads side by side in a workgroup. */
const WIDTH = 4;
/** Size of a thread's tile: rows, and columns in fours. */
const tileOf = (lanes: number) => (lanes === QUAD.count ? { rows: 16, fours: 1 } : { rows: 8, fours: 2 });
/** Number of tiles in a workgroup, one below the other. Decoding has few rows, so more would leave a core idle. */
const STACK = 4;

/** WGSL that reads the rows of A. A group has as many rows as there are lanes, because each lane loads one row. */
interface Left {
  /** Code before the loop. */
  begin: string;
  /** Code at the start of an iteration of the loop. */
  load: string;
  /** Code before the sums of group g. */
  loadGroup: (g: number) => string;
  /** Expression of the element that the lane has loaded for group g in step `step` of the iteration. */
  value: (g: number, step: number) => string;
  /** Expression of the row of C for group g and swap s. Past the last row of A, a lane computes the last rows again. */
  row: (g: number, s: number) => string;
}

/** Reads A [m, k], with k a multiple of 4. Lane l loads four steps of rows l, l + lanes, … */
const rowMajor = (lanes: number): Left => ({
  begin: times(
    tileOf(lanes).rows / lanes,
    (g) => `var a${g} = min(row + ${g * lanes}u + lane, u.m - 1u) * (u.strideM / ${STEPS}u) + first / ${STEPS}u;`,
  ),
  load: '',
  loadGroup: (g) => `let left${g} = a[a${g}]; a${g} += 1u;`,
  value: (g, step) => `left${g}.${COMPONENTS[step]}`,
  row: (g, s) => `min(row + ${g * lanes}u + (lane ^ ${s}u), u.m - 1u)`,
});

/** Reads Aᵀ of A [k, m], with m a multiple of 4. In each step lane l loads rows 4·l to 4·l + 3 of Aᵀ, one per group. */
const columnMajor = (lanes: number): Left => {
  const fours = tileOf(lanes).rows / lanes / 4;
  const each = (emit: (four: number) => string) => times(fours, emit);
  return {
    begin: `let m4 = u.m / 4u;
  ${each((four) => `var a${four} = first * m4 + min(row / 4u + ${four * lanes}u + lane, m4 - 1u);`)}`,
    load: times(STEPS, (step) =>
      each((four) => {
        // Beyond the last k, the elements of A count as 0.
        const last = `a[min(a${four}, u.k * m4 - 1u)]`;
        const value = step === 0 ? `a[a${four}]` : `select(vec4f(), ${last}, k + ${step}u < end)`;
        return `let left${step}_${four} = ${value}; a${four} += m4;`;
      }),
    ),
    loadGroup: () => '',
    value: (g, step) => `left${step}_${Math.floor(g / 4)}.${COMPONENTS[g % 4]}`,
    row: (g, s) => `min(row + 4u * (${Math.floor(g / 4) * lanes}u + (lane ^ ${s}u)), u.m - 4u) + ${g % 4}u`,
  };
};

const kernelOf = memoised((count: Lanes['count'], { layout, precision, hasAddend }: PlainProduct): TiledKernel => {
  const left = (layout === 'rows' ? rowMajor : columnMajor)(count);
  const { rows, fours } = tileOf(count);
  const groups = rows / count;
  const eachSum = (emit: (g: number, s: number, f: number) => string) =>
    times(groups, (g) => times(count, (s) => times(fours, (f) => emit(g, s, f))));
  const { load, functions } = READS[precision];
  // Beyond the last k of a transposed A, B's element must still be finite, because 0 · NaN is NaN.
  const right = (step: number, f: number) =>
    load(layout === 'columns' && step > 0 ? `min(b${f}, u.k * u.n4 - 1u)` : `b${f}`);
  const multiplyAdd = (sum: string, f: number, component: string) =>
    times(STEPS, (step) => `${sum} = right${step}_${f}.${component} * x${step} + ${sum};`);
  const kernel = defineKernel({
    label: [
      count === QUAD.count ? 'matmul quad' : 'matmul single',
      ...(layout === 'columns' ? ['transposed'] : []),
      ...(precision === 'f32' ? [] : [precision]),
      ...(hasAddend ? ['and an addend'] : []),
    ].join(', '),
    ...interfaceOf(precision, 'none'),
    directives: count === QUAD.count ? QUAD.directives : '',
    // Products with an addend have their own kernel, because a software adapter runs both sides of an `if`.
    body: `${functions}
@compute @workgroup_size(${WIDTH}, ${STACK})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let lane = local.x % ${count}u;
  let row = (workgroup.y * ${STACK}u + local.y) * ${rows}u;
  if (row >= u.m) { return; }
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  // Beyond the last column a lane computes the last columns again, so that stores need no branch.
  ${times(
    fours,
    (f) => `let column${f} = min((workgroup.x * ${WIDTH}u + local.x) * ${fours}u + ${f}u, u.n4 - 1u);
  var b${f} = first * u.n4 + column${f};`,
  )}
  ${eachSum((g, s, f) => times(4, (j) => `var c${g}_${s}_${f}_${j} = 0.0;`))}
  ${left.begin}
  for (var k = first; k < end; k += ${STEPS}u) {
    ${times(STEPS, (step) => times(fours, (f) => `let right${step}_${f} = ${right(step, f)}; b${f} += u.n4;`))}
    ${left.load}
    ${times(
      groups,
      (g) => `${left.loadGroup(g)}
    ${times(
      count,
      (s) => `{
      ${times(STEPS, (step) => `let x${step} = ${SWAPS[s]}(${left.value(g, step)});`)}
      ${times(fours, (f) => times(4, (j) => multiplyAdd(`c${g}_${s}_${f}_${j}`, f, COMPONENTS[j])))}
    }`,
    )}`,
    )}
  }
  ${times(fours, (f) => `let added${f} = select(vec4f(), bias[select(0u, column${f}, u.hasBias != 0u)], u.hasBias != 0u);`)}
  ${eachSum(
    (g, s, f) => `{ let target_ = ${left.row(g, s)};
    let sum = vec4f(${times(4, (j) => `c${g}_${s}_${f}_${j}`, ', ')}) + added${f};
    c[(workgroup.z * u.m + target_) * u.n4 + column${f}] = sum${hasAddend ? ` + addend[target_ * u.n4 + column${f}]` : ''}; }`,
  )}
}`,
  }) as unknown as MatmulKernel;
  return { kernel, tile: { rows: rows * STACK, columns: 4 * fours * WIDTH } };
});

export const softwareProducts = ({ count }: Lanes): ProductKernels => ({
  plain: (product) => kernelOf(count, product),
  // This tile is larger than the kernel's tile. Another value would split sums differently and change bits of logs.
  countedTile: { rows: 128, columns: 16 },
});
