/** @file The choice of a device's matrix kernel, as plain data to show. It changes no result, only the time. */

export type Tuning =
  /** Measured on this adapter, now or in an earlier session: variant `variant` (from 0) of `variants`. */
  | { by: 'measurement' | 'cache'; variant: number; variants: number }
  /** The default, not measured. */
  | { by: 'default'; reason: 'software-adapter' | 'switched-off' };
