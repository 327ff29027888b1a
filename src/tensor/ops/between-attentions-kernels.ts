/**
 * @file What the two kernels of between-attentions.ts agree on: their bindings, and the workgroup memory in which the rows of
 * a workgroup stay from one product to the next.
 */
import type { Kernel } from '../kernel.ts';

/** Rows of a workgroup. */
export const ROWS = 16;
/**
 * Numbers that a row may have in workgroup memory: its hidden state, the same normalised, and its gated values, one behind
 * the other: 2d + f.
 */
export const ROOM = 256;
/** Bytes of workgroup memory of a kernel: the rows, and what it needs besides. */
export const WORKGROUP_BYTES = 4 * (ROWS * ROOM + 128);

/** WGSL: index of a row's first number in workgroup memory. */
export const rowStart = (row: string): string => `(${row}) * ${ROOM}u`;

export const INTERFACE = {
  storage: {
    attended: 'read f32',
    x: 'read vec4f',
    /** The same buffer twice: matrices are read four at a time, gains one by one. */
    matrices: 'read vec4f',
    gains: 'read f32',
    /** The hidden states, and behind them the product. */
    whole: 'write vec4f',
  },
  uniforms: {
    m: 'u32',
    /** Columns of `attended`; d of the hidden states; f of the gate; n of the product. Those ending in 4 count fours. */
    e: 'u32',
    d: 'u32',
    d4: 'u32',
    f: 'u32',
    f4: 'u32',
    n4: 'u32',
    /** Where each weight starts: matrices and bias in fours. */
    out4: 'u32',
    gain: 'u32',
    gateUp4: 'u32',
    down4: 'u32',
    nextGain: 'u32',
    next4: 'u32',
    bias4: 'u32',
    hasBias: 'u32',
    /** Where the product starts in `whole`, in fours. */
    product4: 'u32',
    epsilon: 'f32',
  },
} as const;

export type BetweenAttentionsKernel = Kernel<keyof typeof INTERFACE.storage, keyof typeof INTERFACE.uniforms>;
