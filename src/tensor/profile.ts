/**
 * @file Chooses the kernels and their sizes that suit an adapter. The device gets one profile when it is opened. Ops
 * read the profile and do not ask which adapter they run on. Only the way long sums are split changes results
 * (`products.countedTile`, `busyWorkgroups`).
 */
import { QUAD, SINGLE, WORKGROUP, type Lanes } from './lanes.ts';
import type { ProductKernels } from './ops/matmul-kernels.ts';
import { BUSY_WORKGROUPS, tiledProducts } from './ops/matmul-tiled.ts';
import { quadProducts } from './ops/matmul-quads.ts';

/**
 * Style of matrix products and row sums. `quad` is for software adapters: the 4 lanes of a quad share rows, without
 * barriers, which would take 3–8 times as long. `tiled` is for graphics processors and correct everywhere: workgroups
 * share tiles in workgroup memory. All other kernels are the same in both styles.
 */
export type KernelStyle = 'quad' | 'tiled';

export interface Profile {
  kernelStyle: KernelStyle;
  /** Adapter features that the kernels need. */
  features: readonly GPUFeatureName[];
  /** Threads that share a row of a long reduction. */
  rowLanes: Lanes;
  /** Threads that share a row that is normalised. */
  normLanes: Lanes;
  products: ProductKernels;
  /** Number of workgroups that keep the whole adapter busy. */
  busyWorkgroups: number;
  /** Decoding steps between two checks for ended completions. A check costs a round trip. */
  stepsPerLook: number;
}

export const profiles: Readonly<Record<KernelStyle, Profile>> = {
  quad: {
    kernelStyle: 'quad',
    features: ['subgroups'],
    rowLanes: QUAD,
    // The lanes of a subgroup would share only the sums.
    normLanes: SINGLE,
    products: quadProducts,
    busyWorkgroups: 8,
    // A check costs little compared with a step that the processor computes.
    stepsPerLook: 6,
  },
  tiled: {
    kernelStyle: 'tiled',
    features: [],
    rowLanes: WORKGROUP,
    normLanes: WORKGROUP,
    products: tiledProducts,
    busyWorkgroups: BUSY_WORKGROUPS,
    stepsPerLook: 16,
  },
};

/** Chooses quads for an adapter that computes on the processor, with subgroups of at least four threads. */
export function profileOf({ info, features }: GPUAdapter): Profile {
  const hasQuads = features.has('subgroups') && info.subgroupMinSize >= QUAD.count;
  return profiles[info.isFallbackAdapter && hasQuads ? 'quad' : 'tiled'];
}
