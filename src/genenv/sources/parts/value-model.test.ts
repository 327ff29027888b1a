import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import {
  featuresOf,
  fittedValues,
  levelFeatures,
  predictedSuccess,
  valueGradient,
  type ValueExample,
} from './value-model.ts';

const WORDS = ['wash', 'cool', 'apple', 'constructor', '__proto__', '7'];

const randomText = (random: RandomStream, length: number) =>
  Array.from({ length }, () => random.choice(WORDS)).join(' ');

const loss = (weights: ReadonlyMap<string, number>, examples: readonly ValueExample[]) =>
  examples.reduce((sum, { features, success }) => sum + (predictedSuccess(weights, features) - success) ** 2, 0) /
  examples.length;

describe('the value model', () => {
  it('reads the family, and words as often as they occur', () => {
    expect([...featuresOf({ family: 'household', text: 'wash apple & wash mug' })]).toEqual([
      ['', 1],
      ['<household>', 1],
      ['wash', 2],
      ['apple', 1],
      ['&', 1],
      ['mug', 1],
    ]);
  });

  it('reads a level by all levels up to it', () => {
    const read = (level: number) => [...levelFeatures({ family: 'household', level })];
    expect(read(1)).toEqual([['<household>', 1]]);
    expect(read(3)).toEqual([
      ['<household>', 1],
      ['<household> 2', 1],
      ['<household> 3', 1],
    ]);
  });

  it('predicts ½ where it knows nothing, and by its weights where it does', () => {
    const features = featuresOf({ family: 'household', text: 'wash wash' });
    expect(predictedSuccess(new Map(), features)).toBe(0.5);
    const weights = new Map([
      ['', 0.5],
      ['wash', -1],
      ['cool', 9],
    ]);
    expect(predictedSuccess(weights, features)).toBeCloseTo(1 / (1 + Math.exp(1.5)), 12);
  });

  it('has the gradient of its loss, by finite differences', () => {
    const random = new RandomStream(4, 1);
    const examples = Array.from({ length: 9 }, (_, i) => ({
      features: featuresOf({ family: i % 2 ? 'a' : 'b', text: randomText(random, 1 + (i % 4)) }),
      success: random.integer(9) / 8,
    }));
    const names = ['', '<a>', '<b>', ...WORDS];
    const weights = new Map(names.map((name) => [name, 2 * random.next() - 1]));
    const gradient = valueGradient(weights, examples);
    const step = 1e-5;
    for (const name of names) {
      const at = (change: number) => loss(new Map([...weights, [name, weights.get(name)! + change]]), examples);
      expect(gradient.get(name) ?? 0).toBeCloseTo((at(step) - at(-step)) / (2 * step), 9);
    }
  });

  it('moves down that gradient by 8 over the mean squared length of the features, 64 times', () => {
    const examples = [
      { features: featuresOf({ family: 'a', text: 'wash wash' }), success: 1 },
      { features: featuresOf({ family: 'a', text: 'cool' }), success: 0.25 },
    ];
    // ‖φ‖² is 1 + 1 + 4, and 1 + 1 + 1.
    const rate = 8 / 4.5;
    let expected = new Map<string, number>();
    for (let i = 0; i < 64; i++) {
      const gradient = valueGradient(expected, examples);
      expected = new Map([...gradient].map(([name, slope]) => [name, (expected.get(name) ?? 0) - rate * slope]));
    }
    const fitted = fittedValues(new Map(), examples);
    expect([...fitted.keys()]).toEqual(['', '<a>', 'wash', 'cool']);
    for (const [name, weight] of fitted) expect(weight).toBeCloseTo(expected.get(name)!, 12);
    expect(loss(fitted, examples)).toBeLessThan(loss(new Map(), examples));
    expect(fittedValues(fitted, [])).toEqual(fitted);
  });

  it('learns in twenty epochs of sixteen tasks that long texts, and those with one word, are not solved', () => {
    const random = new RandomStream(5, 2);
    const draw = () => {
      const text = randomText(random, 1 + random.integer(6));
      const words = text.split(' ');
      const success = 1 / (1 + Math.exp(words.length - 3 + (words.includes('constructor') ? 3 : 0)));
      return { features: featuresOf({ family: 'a', text }), success };
    };
    let weights: ReadonlyMap<string, number> = new Map();
    for (let epoch = 0; epoch < 20; epoch++) weights = fittedValues(weights, Array.from({ length: 16 }, draw));
    const fresh = Array.from({ length: 400 }, draw);
    const mean = fresh.reduce((sum, { success }) => sum + success, 0) / fresh.length;
    const variance = fresh.reduce((sum, { success }) => sum + (success - mean) ** 2, 0) / fresh.length;
    expect(loss(weights, fresh)).toBeLessThan(0.25 * variance);
  });
});
