import { expect, it } from 'vitest';
import { Tape } from '../tape.ts';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { map } from './map.ts';
import { sum } from './reduce.ts';

describeStyles('map and sum', (device) => {
  it('compute an expression with its derivative, over more elements than one stage adds up', async () => {
    await checkOp(device(), {
      inputs: { a: [40], b: [40] },
      op: (tape, { a, b }) =>
        map(tape, {
          label: 'product',
          inputs: { a, b },
          scalars: { factor: 3 },
          functions: 'fn square(x: f32) -> f32 { return x * x; }',
          forward: 'factor * square(a) * b',
          gradients: { a: 'factor * 2.0 * a * b', b: 'factor * square(a)' },
        }),
      reference: ({ a, b }) => a.map((value, i) => 3 * value * value * b[i]),
    });
    const tape = new Tape(device(), false);
    const values = Float32Array.from({ length: 70_000 }, (_, i) => (i % 7) - 2);
    expect((await device().read(sum(tape, tape.upload(values))))[0]).toBe(values.reduce((a, b) => a + b, 0));
    tape.dispose();
  });
});
