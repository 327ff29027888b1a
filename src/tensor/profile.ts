/**
 * @file The profile of an adapter: which kernels suit it, how large, how often the processor looks at them. The device
 * has one profile, chosen when it is opened; ops read it and do not ask which adapter they run on. The results do not
 * depend on it, except for how long sums are split (`products.countedTile`, `busyWorkgroups`).
 */
import { QUAD, SINGLE, WORKGROUP, type Lanes } from './lanes.ts';
import { tiledBetweenAttentions, type BetweenAttentionsKernel } from './ops/between-attentions-kernel.ts';
import type { ProductKernels } from './ops/matmul-kernels.ts';
import { tiledProducts } from './ops/matmul-tiled.ts';
import { octetLayers } from './ops/software/between-attentions.ts';
import { laneProducts } from './ops/software/matmul.ts';

/**
 * Two styles of kernels for two kinds of adapter. `quad`: no barriers, rows shared by the 4 lanes of a quad, matrix
 * tiles in registers; for software adapters, where barriers cost 3–8 times the time. `tiled`: tiles staged in workgroup
 * memory; for graphics processors, and correct everywhere.
 */
export type KernelStyle = 'quad' | 'tiled';

export interface Profile {
  kernelStyle: KernelStyle;
  /** The features of the adapter that its kernels need. */
  features: readonly GPUFeatureName[];
  /** The threads that share a row of a long reduction, and a row that is normalised. */
  rowLanes: Lanes;
  normLanes: Lanes;
  /** Channels of the widest head that one thread of a decoding step holds; four lanes share a wider one. */
  widestHeadOfOneThread: number;
  /**
   * Channels of the widest head of which attention's other kernels hold one in each lane of a quad (head-layout.ts); the lanes share
   * a wider one. Absent: one thread holds each head.
   */
  widestSharedHead?: number;
  products: ProductKernels;
  /** Workgroups that keep all of the adapter busy. */
  busyWorkgroups: number;
  /** True if norms are computed within the products of many rows, too. */
  fusesManyRows: boolean;
  /** The kernel of all between two attentions, for rows that a workgroup holds (between-attentions.ts). */
  betweenAttentions?: BetweenAttentionsKernel;
  /** Decoding steps between two checks for ended completions. A check costs a round trip. */
  stepsPerLook: number;
  /** True if the variant of `products` is chosen by measuring. */
  isTuned: boolean;
}

/** Looks are cheap compared with a step that a processor computes, and other work on it makes measurements worthless. */
const ON_A_PROCESSOR = { stepsPerLook: 6, isTuned: false } as const;

export const profiles: Readonly<Record<KernelStyle, Profile>> = {
  quad: {
    kernelStyle: 'quad',
    features: ['subgroups'],
    rowLanes: QUAD,
    // The lanes of a subgroup would share only the sums.
    normLanes: SINGLE,
    widestHeadOfOneThread: 32,
    // Kernels for wider ones compile for many seconds, on Mesa's driver those for heads of 32, too.
    widestSharedHead: 32,
    products: laneProducts(QUAD.count),
    busyWorkgroups: 8,
    fusesManyRows: true,
    ...ON_A_PROCESSOR,
  },
  tiled: {
    kernelStyle: 'tiled',
    // See graphicsProfile.
    features: [],
    rowLanes: WORKGROUP,
    normLanes: WORKGROUP,
    widestHeadOfOneThread: Infinity,
    products: tiledProducts({ lanes: 0, halves: false }),
    busyWorkgroups: 256,
    // The squares of a row would be added up too often.
    fusesManyRows: false,
    betweenAttentions: tiledBetweenAttentions,
    stepsPerLook: 16,
    isTuned: true,
  },
};

/** What is asked of an adapter before its device is opened. */
interface Offer {
  info: Partial<Pick<GPUAdapterInfo, 'subgroupMinSize'>>;
  features: Pick<GPUSupportedFeatures, 'has'>;
}

/**
 * The profile of a graphics processor. With subgroups or f16 there are more variants of products to choose from.
 * @param plain true: without them
 */
export function graphicsProfile({ info, features }: Offer, plain = false): Profile {
  const has = (feature: GPUFeatureName) => !plain && features.has(feature);
  const lanes = has('subgroups') ? (info.subgroupMinSize ?? 0) : 0;
  const halves = has('shader-f16');
  return {
    ...profiles.tiled,
    features: [...(lanes > 0 ? (['subgroups'] as const) : []), ...(halves ? (['shader-f16'] as const) : [])],
    products: tiledProducts({ lanes, halves }),
  };
}

/** @param plain true: a graphics processor's kernels do without the features that not every one has */
export function profileOf(adapter: GPUAdapter, plain = false): Profile {
  const { info, features } = adapter;
  if (!info.isFallbackAdapter) return graphicsProfile(adapter, plain);
  const lanes = features.has('subgroups') ? info.subgroupMinSize : 0;
  return lanes < QUAD.count
    ? { ...profiles.tiled, ...ON_A_PROCESSOR }
    : {
        ...profiles.quad,
        products: laneProducts(lanes),
        ...(lanes === 8 && { betweenAttentions: octetLayers, widestSharedHead: 16 }),
      };
}
