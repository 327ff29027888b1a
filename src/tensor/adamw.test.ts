/** @file Compares AdamW with its reference. policy/language-model-policy.test.ts compares it with torch. */
import { expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { AdamW } from './adamw.ts';
import { adamWReference } from './adamw.reference.ts';
import { layOut, ParameterSet } from './parameters.ts';
import { describeStyles, randomArray } from './testing/check-op.ts';
import { relativeError } from './testing/relative-error.ts';

describeStyles('AdamW', (device) => {
  it('clips, decays weights and updates several segments as torch does', async () => {
    const sizes = [
      ['a', [70]],
      ['b', [3, 5]],
    ] as const;
    const parameters = new ParameterSet(device(), layOut(sizes, 512));
    const gradients = new ParameterSet(device(), parameters.layout);
    expect(parameters.segments.length).toBe(2);
    const random = new RandomStream(9, 9);
    const start = sizes.map(([, shape]) => randomArray(random, shape));
    sizes.forEach(([name], i) => device().write(parameters.get(name), start[i]));
    const flat = (arrays: Float32Array[]) => arrays.flatMap((array) => [...array]);
    const zeros = () => new Array<number>(85).fill(0);
    const expected = flat(start);
    const moments = { step: 0, mean: zeros(), square: zeros() };
    const optimizer = new AdamW(parameters);
    const settings = { learningRate: 0.01, beta1: 0.9, beta2: 0.98, epsilon: 1e-8, weightDecay: 0.1, clipNorm: 2 };
    for (let step = 0; step < 3; step++) {
      const g = sizes.map(([, shape]) => randomArray(random, shape));
      sizes.forEach(([name], i) => device().write(gradients.get(name), g[i]));
      const norm = optimizer.step(gradients, settings);
      const expectedNorm = adamWReference(expected, flat(g), moments, settings);
      expect((await device().read(norm))[0]).toBeCloseTo(expectedNorm, 4);
    }
    const actual = await device().readAll(sizes.map(([name]) => parameters.get(name)));
    expect(relativeError(flat(actual), expected)).toBeLessThan(1e-6);
    const squares = await device().readAll(sizes.map(([name]) => optimizer.state.square.get(name)));
    expect(relativeError(flat(squares), moments.square)).toBeLessThan(1e-5);
  });
});
