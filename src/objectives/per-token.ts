/** @file One number of a sequence for each of its tokens, on the GPU. */
import { defineKernel, eachThread, linearGrid } from '../tensor/kernel.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';

const NONE = 0xffffffff;

const perTokenKernel = defineKernel({
  label: 'sequence value per token',
  storage: { values: 'read f32', rows: 'read u32', out: 'write f32' },
  uniforms: { tokens: 'u32', factor: 'f32' },
  body: `${eachThread('m', 'u.tokens')}
  let row = rows[m];
  if (row == ${NONE}u) { out[m] = 0.0; } else { out[m] = u.factor * values[row]; }
}`,
});

/** The value f32 [M] of each token's row times `factor`; 0 where its row is undefined. */
export function perToken(tape: Tape, values: Tensor, rowOf: readonly (number | undefined)[], factor = 1): Tensor {
  const out = tape.allocate([rowOf.length]);
  tape.device.run(
    perTokenKernel,
    { values, rows: tape.upload(Uint32Array.from(rowOf, (row) => row ?? NONE)), out },
    { tokens: rowOf.length, factor },
    linearGrid(rowOf.length),
  );
  return out;
}
