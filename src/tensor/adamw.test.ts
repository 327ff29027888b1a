import { describe, expect, it } from 'vitest';
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

describe('the reference', () => {
  const settings = { learningRate: 0.1, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0.5, clipNorm: 0 };
  const noMoments = () => ({ step: 0, mean: new Float32Array(2), square: new Float32Array(2) });

  it('takes the values of torch.optim.AdamW', () => {
    const parameters = Float32Array.of(1, -2);
    expect(adamWReference(parameters, [3, -4], noMoments(), settings)).toBe(5);
    // First step: the update is g / |g|, so p = p − η(λp + sign(g)).
    expect(parameters[0]).toBeCloseTo(1 - 0.1 * (0.5 + 1), 6);
    expect(parameters[1]).toBeCloseTo(-2 - 0.1 * (-1 - 1), 6);
  });

  it('scales the gradient down to the clip norm', () => {
    const clipped = noMoments();
    adamWReference(new Float32Array(2), [3, -4], clipped, { ...settings, weightDecay: 0, clipNorm: 1 });
    expect(clipped.mean[0]).toBeCloseTo(0.1 * 0.6, 6);
    expect(clipped.mean[1]).toBeCloseTo(-0.1 * 0.8, 6);
  });
});
