import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { fittedValues, levelFeatures, predictedSuccess, valueGradient, type ValueExample } from './value-model.ts';

const of = (family: string, level: number) => levelFeatures({ family, level });

const loss = (weights: ReadonlyMap<string, number>, examples: readonly ValueExample[]) =>
  examples.reduce((sum, { features, success }) => sum + (predictedSuccess(weights, features) - success) ** 2, 0) /
  examples.length;

describe('the value model', () => {
  it('reads a level by all levels up to it', () => {
    expect(of('household', 1)).toEqual(['<household>']);
    expect(of('household', 3)).toEqual(['<household>', '<household> 2', '<household> 3']);
  });

  it('predicts ½ if it knows nothing, and by its weights otherwise', () => {
    expect(predictedSuccess(new Map(), of('a', 2))).toBe(0.5);
    const weights = new Map([
      ['<a>', 0.5],
      ['<a> 2', -2],
      ['<a> 3', 9],
    ]);
    expect(predictedSuccess(weights, of('a', 2))).toBeCloseTo(1 / (1 + Math.exp(1.5)), 12);
  });

  it('has the gradient of its loss, by finite differences', () => {
    const random = new RandomStream(4, 1);
    const examples = Array.from({ length: 9 }, (_, i) => ({
      features: of(i % 2 ? 'a' : 'b', 1 + (i % 4)),
      success: random.integer(9) / 8,
    }));
    const names = [...of('a', 4), ...of('b', 4)];
    const weights = new Map(names.map((name) => [name, 2 * random.next() - 1]));
    const gradient = valueGradient(weights, examples);
    const step = 1e-5;
    for (const name of names) {
      const at = (change: number) => loss(new Map([...weights, [name, weights.get(name)! + change]]), examples);
      expect(gradient.get(name) ?? 0).toBeCloseTo((at(step) - at(-step)) / (2 * step), 9);
    }
  });

  it('moves down that gradient by 8 over the mean number of features, 64 times', () => {
    const examples = [
      { features: of('a', 1), success: 1 },
      { features: of('a', 3), success: 0.25 },
    ];
    const rate = 8 / 2;
    let expected = new Map<string, number>();
    for (let i = 0; i < 64; i++) {
      const gradient = valueGradient(expected, examples);
      expected = new Map([...gradient].map(([name, slope]) => [name, (expected.get(name) ?? 0) - rate * slope]));
    }
    const fitted = fittedValues(new Map(), examples);
    expect([...fitted.keys()]).toEqual(of('a', 3));
    for (const [name, weight] of fitted) expect(weight).toBeCloseTo(expected.get(name)!, 12);
    expect(loss(fitted, examples)).toBeLessThan(loss(new Map(), examples));
    expect(fittedValues(fitted, [])).toEqual(fitted);
  });

  it('learns in twenty epochs of sixteen tasks which levels of each family are solved', () => {
    const random = new RandomStream(5, 2);
    const draw = () => {
      const family = random.choice(['a', 'b']);
      const level = 1 + random.integer(6);
      return { features: of(family, level), success: 1 / (1 + Math.exp(level - (family === 'a' ? 2 : 5))) };
    };
    let weights: ReadonlyMap<string, number> = new Map();
    for (let epoch = 0; epoch < 20; epoch++) weights = fittedValues(weights, Array.from({ length: 16 }, draw));
    const fresh = Array.from({ length: 400 }, draw);
    const mean = fresh.reduce((sum, { success }) => sum + success, 0) / fresh.length;
    const variance = fresh.reduce((sum, { success }) => sum + (success - mean) ** 2, 0) / fresh.length;
    expect(loss(weights, fresh)).toBeLessThan(0.25 * variance);
  });
});
