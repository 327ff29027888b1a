/**
 * @file Chooses the kernels that suit an adapter, and their sizes. Each device has one profile. Ops read the profile
 * and do not ask which adapter they run on. Profiles add up rows in different orders (`rowLanes`, `normLanes`) and
 * split long sums differently (`products.countedTile`, `busyWorkgroups`). So results may differ in the last bits.
 */
import { QUAD, SCALAR, SINGLE, WORKGROUP, type Lanes } from './lanes.ts';
import type { ProductKernels } from './ops/matmul-kernels.ts';
import { BUSY_WORKGROUPS, tiledProducts } from './ops/matmul-tiled.ts';
import { softwareProducts } from './ops/matmul-software.ts';

/**
 * Style of matrix products and row sums. `quad` and `single` are for software adapters. They have no barriers. Barriers
 * would make them 3–15 times slower. In `quad` the 4 lanes of a quad share rows. In `single`, for adapters without
 * subgroups, each row has one thread. `tiled` is for graphics processors and correct on all adapters. Its workgroups
 * share tiles in workgroup memory. All other kernels are the same in all styles.
 */
export type KernelStyle = 'quad' | 'single' | 'tiled';

export interface Profile {
  kernelStyle: KernelStyle;
  /** Adapter features that the kernels need. */
  features: readonly GPUFeatureName[];
  /** Threads that share a row of logits. */
  rowLanes: Lanes;
  /** Threads that share a row that is normalised. */
  normLanes: Lanes;
  products: ProductKernels;
  /** Number of workgroups that keep the whole adapter busy. */
  busyWorkgroups: number;
  /** Number of decoding steps between two checks for ended completions. A check costs a round trip to the GPU. */
  stepsPerLook: number;
}

const software = {
  // With one thread per row, loads take four elements at once (lanes.ts).
  normLanes: SINGLE,
  busyWorkgroups: 8,
  // On a software adapter, a check costs little compared with a step.
  stepsPerLook: 6,
};

export const profiles: Readonly<Record<KernelStyle, Profile>> = {
  quad: {
    ...software,
    kernelStyle: 'quad',
    features: ['subgroups'],
    rowLanes: QUAD,
    products: softwareProducts(QUAD),
  },
  single: {
    ...software,
    kernelStyle: 'single',
    features: [],
    rowLanes: SCALAR,
    products: softwareProducts(SCALAR),
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

/** Returns the profile that suits an adapter. Quads need subgroups of at least four threads. */
export function profileOf({ info, features }: GPUAdapter): Profile {
  if (!info.isFallbackAdapter) return profiles.tiled;
  const hasQuads = features.has('subgroups') && info.subgroupMinSize >= QUAD.count;
  return profiles[hasQuads ? 'quad' : 'single'];
}
