/**
 * @file Generates WGSL that loads, multiplies and rotates one head of a token. A thread holds a whole head in the
 * registers `<name>_0`, `<name>_1`, … with four neighbouring channels each. Registers are named variables, because an
 * indexed array is 9 times slower on a software adapter.
 *
 * Every kernel adds channel c to part c mod 4, and then adds (part 0 + part 1) + (part 2 + part 3).
 */
import { times } from '../kernel.ts';

/**
 * Returns the number of registers of a head.
 * @param headDim a multiple of 8: four channels rotate together with the four that are half a head further on (rotary.ts)
 * @throws RangeError if headDim is no multiple of 8
 */
export function registersOf(headDim: number): number {
  if (headDim % 8 !== 0) throw new RangeError(`Heads need a multiple of 8 channels, not ${headDim}.`);
  return headDim / 4;
}

/** WGSL: loads a head that begins at `base`. */
export const load = (name: string, buffer: string, base: string, registers: number, scale = '') =>
  times(registers, (r) => `let ${name}_${r} = ${buffer}[${base} + ${r}u]${scale};`);

export const zeros = (name: string, registers: number) => times(registers, (r) => `var ${name}_${r} = vec4f();`);

/**
 * WGSL: declares `zero`, which no compiler can know to be zero. Sums over channels begin with it. If they began with 0 or
 * with a product, Mesa's compiler would chain `fma` over all channels in some kernels, and bits would differ.
 */
export const ZERO = 'let zero = select(1.0, 0.0, u.heads > 0u);';

/** WGSL: `sumOfParts` adds up the four parts of a sum over the channels of a head. */
export const SUM_OF_PARTS = `
fn sumOfParts(x: vec4f) -> f32 { return (x.x + x.y) + (x.z + x.w); }`;

/** WGSL: declares `target`, the dot product of two heads. */
export const dot = (target: string, a: string, b: string, registers: number): string =>
  `var ${target}Parts = vec4f(zero);
    ${times(registers, (r) => `${target}Parts = fma(${a}_${r}, ${b}_${r}, ${target}Parts);`)}
    let ${target} = sumOfParts(${target}Parts);`;

/** WGSL: loads a key or a value from the cache. `base` is its index among the heads of all rows. */
export const loadCached = (name: string, base: string, registers: number) =>
  load(name, 'kv', `${base} * ${registers}u`, registers);

/** WGSL: defines `cosine_<r>` and `sine_<r>` at `position`. r is a register of the first half of a head. */
export const rotation = (r: number, position: string, registers: number): string =>
  `let angle_${r} = (${position} * ${registers / 2}u + ${r}u) * 2u;
    let even_${r} = rotations[angle_${r}];
    let odd_${r} = rotations[angle_${r} + 1u];
    let cosine_${r} = vec4f(even_${r}.xz, odd_${r}.xz);
    let sine_${r} = vec4f(even_${r}.yw, odd_${r}.yw);`;
