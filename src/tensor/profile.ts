/**
 * @file The profile of an adapter: which kernels suit it, how large, how often the processor looks at them. The device
 * has one profile, chosen when it is opened; ops read it and do not ask which adapter they run on. The results do not
 * depend on it, except for how long sums are split (`products.countedTile`, `busyWorkgroups`).
 */
import { QUAD, SINGLE, WORKGROUP, type Lanes } from './lanes.ts';
import type { ProductKernels } from './ops/matmul-kernels.ts';
import { BUSY_WORKGROUPS, tiledProducts } from './ops/matmul-tiled.ts';
import { quadProducts } from './ops/matmul-quads.ts';

/**
 * Two styles of matrix products and row sums for two kinds of adapter. `quad`: the 4 lanes of a quad share rows, and
 * there are no barriers; for software adapters, where barriers cost 3–8 times the time. `tiled`: workgroups share tiles
 * in workgroup memory; for graphics processors, and correct everywhere. All other kernels are the same on both.
 */
export type KernelStyle = 'quad' | 'tiled';

export interface Profile {
  kernelStyle: KernelStyle;
  /** The features of the adapter that its kernels need. */
  features: readonly GPUFeatureName[];
  /** The threads that share a row of a long reduction, and a row that is normalised. */
  rowLanes: Lanes;
  normLanes: Lanes;
  products: ProductKernels;
  /** Workgroups that keep all of the adapter busy. */
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
    // Polling costs little beside a step that a processor computes.
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

/** Quads need an adapter that computes on the processor, with subgroups of at least four threads. */
export function profileOf({ info, features }: GPUAdapter): Profile {
  const hasQuads = features.has('subgroups') && info.subgroupMinSize >= QUAD.count;
  return profiles[info.isFallbackAdapter && hasQuads ? 'quad' : 'tiled'];
}
