/**
 * @file Chooses the kernels and their sizes that suit an adapter. The device gets one profile when it is opened. Ops
 * read the profile and do not ask which adapter they run on. Only the way long sums are split changes results
 * (`products.countedTile`, `busyWorkgroups`).
 */
import { QUAD, SCALAR, SINGLE, WORKGROUP, type Lanes } from './lanes.ts';
import type { ProductKernels } from './ops/matmul-kernels.ts';
import { BUSY_WORKGROUPS, tiledProducts } from './ops/matmul-tiled.ts';
import { softwareProducts } from './ops/matmul-software.ts';

/**
 * Style of matrix products and row sums. `quad` and `single` are for software adapters and have no barriers, which would
 * take 3–15 times as long. The 4 lanes of a quad share rows; without subgroups, single threads compute them. `tiled` is
 * for graphics processors and correct everywhere: workgroups share tiles in workgroup memory. All other kernels are the
 * same in all styles.
 */
export type KernelStyle = 'quad' | 'single' | 'tiled';

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

const software = {
  // The lanes of a subgroup would share only the sums.
  normLanes: SINGLE,
  busyWorkgroups: 8,
  // A check costs little compared with a step that the processor computes.
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

/** Chooses quads for an adapter that computes on the processor if its subgroups have at least four threads. */
export function profileOf({ info, features }: GPUAdapter): Profile {
  if (!info.isFallbackAdapter) return profiles.tiled;
  const hasQuads = features.has('subgroups') && info.subgroupMinSize >= QUAD.count;
  return profiles[hasQuads ? 'quad' : 'single'];
}
