/**
 * @file The kernels that ran on a device, as plain data: each with its source, how often it ran, and the shapes it ran
 * on.
 */
import type { CompiledKernel } from './pipeline-cache.ts';
import type { DType } from './tensor.ts';

export interface KernelReport {
  /** The kernel's name in its file. Kernels made from one template for different sizes share a name. */
  name: string;
  /** Its whole source. */
  wgsl: string;
  /** Dispatches since the device was opened. */
  dispatches: number;
  /** Workgroups of the last dispatch in x, y and z. */
  grid: readonly [number, number, number];
  /** Tensors of the last dispatch, in the order of the source; without those that it did not touch. */
  bindings: { name: string; shape: readonly number[]; dtype: DType }[];
  /** By the adapter's clock: dispatches that were timed, and their time together; absent where none was. */
  timed?: { dispatches: number; nanoseconds: number };
}

export const reportOf = ({ kernel, dispatches, bindings, grid, timed }: CompiledKernel): KernelReport => ({
  name: kernel.label,
  wgsl: kernel.code,
  dispatches,
  grid,
  bindings: Object.keys(kernel.storage).flatMap((name) => {
    const tensor = bindings[name];
    return tensor ? [{ name, shape: tensor.shape, dtype: tensor.dtype }] : [];
  }),
  ...(timed.dispatches > 0 && { timed: { ...timed } }),
});
