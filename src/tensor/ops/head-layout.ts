/**
 * @file The layout of a head of a token in the registers of attention's kernels, and the WGSL that loads, multiplies and
 * turns it.
 *
 * Three ways, one source for each kernel, and the same bits, because in all a sum over channels is added up in four parts,
 * channel c belonging to part c mod 4, and then (part 0 + part 1) + (part 2 + part 3):
 * - one thread holds a head, four neighbouring channels to a register: on graphics processors, and in a decoding step, where each
 *   query has keys of its own, narrow heads on software adapters;
 * - the 4 lanes of a quad share a head, each lane one part: wide heads on software adapters;
 * - each lane of a quad holds a head of its own, and they share what they load of others: narrow heads of many tokens on software
 *   adapters. Each lane loads one part, and swaps bring it the other three, so that register r has channel r xor the lane. The
 *   parts of a sum come in another order in each lane, and their sum is the same: a + b is b + a.
 *
 * Registers are named variables: an indexed array is 9 times slower on a software adapter. Register r of `name` is `<name>_<r>`.
 */
import { halvesWord, halvesWords } from '../packed-numbers.ts';
import { times } from '../kernel.ts';
import { QUAD, SINGLE, SWAPS, type Lanes } from '../lanes.ts';
import type { Profile } from '../profile.ts';
import type { Precision } from '../tensor.ts';

export interface HeadLayout {
  lanes: Lanes;
  headDim: number;
  /** The word of a register for a cache of f16 numbers: two channels each. */
  word: 'u32' | 'vec4u';
  /** Elements of the lanes in a head. */
  elements: number;
  /** Elements of a head that one lane holds. */
  registers: number;
  /** True if each lane has a head of its own, and loads only a part of those that all need. */
  isShared: boolean;
}

/**
 * @param kernel which of attention's
 * @param headDim a multiple of 8: four channels turn together with the four that are half a head further on (rotary.ts)
 * @throws RangeError where it is none
 */
export function headLayout(
  { widestHeadOfOneThread, widestSharedHead }: Pick<Profile, 'widestHeadOfOneThread' | 'widestSharedHead'>,
  kernel: 'decoding' | 'others',
  headDim: number,
): HeadLayout {
  if (headDim % 8 !== 0) throw new RangeError(`Heads need a multiple of 8 channels, not ${headDim}.`);
  const isShared = kernel === 'others' && headDim <= widestSharedHead;
  if (isShared) return { lanes: QUAD, headDim, word: 'u32', elements: headDim, registers: headDim, isShared };
  const isOfQuad = kernel === 'others' ? widestSharedHead > 0 : headDim > widestHeadOfOneThread;
  return isOfQuad
    ? { lanes: QUAD, headDim, word: 'u32', elements: headDim, registers: headDim / QUAD.count, isShared }
    : { lanes: SINGLE, headDim, word: 'vec4u', elements: headDim / 4, registers: headDim / 4, isShared };
}

/** The lane's element of register `r`, where a head begins at `base`. */
export function at(base: string, r: number, { lanes, isShared }: HeadLayout): string {
  if (isShared) return `${base} + (${r}u ^ lane)`;
  return lanes === QUAD ? `${base} + lane + ${r * QUAD.count}u` : `${base} + ${r}u`;
}

/** Loads a head that begins at `base`. */
export const load = (name: string, buffer: string, base: string, layout: HeadLayout, scale = '') =>
  times(layout.registers, (r) => `let ${name}_${r} = ${buffer}[${at(base, r, layout)}]${scale};`);

/** Loads `count` registers, `<name><r>`, at `base` that all lanes need. */
const loadShared = (name: string, buffer: string, base: string, layout: HeadLayout, count: number) =>
  times(count, (r) => {
    const swap = layout.isShared ? SWAPS[r % QUAD.count] : '';
    return `let ${name}${r} = ${swap ? `${swap}(${name}${r - (r % QUAD.count)})` : `${buffer}[${at(base, r, layout)}]`};`;
  });

/** Loads a head that all lanes need. */
export const loadOther = (name: string, buffer: string, base: string, layout: HeadLayout) =>
  loadShared(`${name}_`, buffer, base, layout, layout.registers);

export const zeros = (name: string, { registers, lanes: { element } }: HeadLayout) =>
  times(registers, (r) => `var ${name}_${r} = ${element}();`);

/**
 * WGSL: declares `zero`, which no compiler can know to be zero. Sums over channels begin with it: where they began with a plain 0,
 * or with a product, Mesa's compiler turned all of a head's channels into one chain of `fma`, in some kernels and not in others.
 */
export const ZERO = 'let zero = select(1.0, 0.0, u.heads > 0u);';

/** Declares `target`, the product of two heads. */
export function dot(target: string, a: string, b: string, { lanes, registers, isShared }: HeadLayout): string {
  const parts = isShared ? QUAD.count : 1;
  const part = (p: number) => `${target}Part${p}`;
  return `${times(parts, (p) => `var ${part(p)} = ${lanes.element}(zero);`)}
    ${times(registers, (r) => `${part(r % parts)} = fma(${a}_${r}, ${b}_${r}, ${part(r % parts)});`)}
    let ${target} = ${isShared ? `(${part(0)} + ${part(1)}) + (${part(2)} + ${part(3)})` : `laneSum(${part(0)}, lane)`};`;
}

/** The element of a cache of keys and values. */
export const cached = ({ lanes, word }: HeadLayout, kv: Precision) => (kv === 'f32' ? lanes.element : word);

/** Loads a key or a value that all lanes need, at row and head `base`: f32 channels, or words of two f16 channels (see rotary.ts). */
export const loadCached = (name: string, base: string, layout: HeadLayout, kv: Precision) =>
  kv === 'f32'
    ? loadOther(name, 'kv', `${base} * ${layout.elements}u`, layout)
    : `${loadShared(`${name}_word`, 'kv', `${base} * ${layout.elements / 2}u`, layout, layout.registers / 2)}
    ${times(layout.registers / 2, (r) => unpacked(name, r, layout))}`;

/** The registers `name` of channels in the first and the second half of a head, from `<name>_word<r>`. */
export function unpacked(name: string, r: number, { registers, lanes: { element } }: HeadLayout): string {
  const other = r + registers / 2;
  if (element === 'f32')
    return `let ${name}_pair${r} = unpack2x16float(${name}_word${r});
    let ${name}_${r} = ${name}_pair${r}.x;
    let ${name}_${other} = ${name}_pair${r}.y;`;
  const channels = (half: string) => `vec4f(${times(4, (i) => `${name}_pair${r}${i}.${half}`, ', ')})`;
  return `${times(4, (i) => `let ${name}_pair${r}${i} = unpack2x16float(${name}_word${r}[${i}]);`)}
    let ${name}_${r} = ${channels('x')};
    let ${name}_${other} = ${channels('y')};`;
}

/** The word of f16 numbers made of registers `r` and the one half a head further on, of `name`. */
export function packed(name: string, r: number, { registers, lanes: { element } }: HeadLayout): string {
  const word = element === 'f32' ? halvesWord : halvesWords;
  return word(`${name}_${r}`, `${name}_${r + registers / 2}`);
}

/** `cosine_<r>` and `sine_<r>` at `position`, for register r of the first half of a head; see `rotationTable`. */
export function rotation(r: number, position: string, layout: HeadLayout): string {
  const loads = `let angle_${r} = (${at(`${position} * ${layout.elements / 2}u`, r, layout)}) * 2u;
    let even_${r} = rotations[angle_${r}];
    let odd_${r} = rotations[angle_${r} + 1u];`;
  return layout.lanes.element === 'f32'
    ? `${loads}
    let cosine_${r} = even_${r};
    let sine_${r} = odd_${r};`
    : `${loads}
    let cosine_${r} = vec4f(even_${r}.xz, odd_${r}.xz);
    let sine_${r} = vec4f(even_${r}.yw, odd_${r}.yw);`;
}
