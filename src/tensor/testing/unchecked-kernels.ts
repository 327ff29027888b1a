/**
 * Features of Dawn that remove checks from kernels, for tests. Kernels then compile several times faster. They give the
 * same bits, because no kernel reads outside a buffer, divides by 0 or reads unwritten workgroup memory. Pages keep the
 * checks.
 */
export const UNCHECKED_KERNELS = [
  'disable_robustness',
  'disable_workgroup_init',
  'disable_polyfills_on_integer_div_and_mod',
].join();
