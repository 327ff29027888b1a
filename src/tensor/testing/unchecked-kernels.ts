/**
 * Features of Dawn for tests. Kernels without these checks have the same bits and compile several times sooner. No kernel
 * reads outside a buffer, divides by 0 or reads workgroup memory before it writes it. Pages keep the checks.
 */
export const UNCHECKED_KERNELS = [
  'disable_robustness',
  'disable_workgroup_init',
  'disable_polyfills_on_integer_div_and_mod',
].join();
