import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { agentExample, baseTasks, environmentExample, evaluationTasks, playExamples } from './data.ts';
import { dialogueText } from './dialogue.ts';
import { partitionOf } from './held-out.ts';
import { levelWeights } from './priors.ts';
import { FAMILIES, familiesByName, familyByName } from './registry.ts';
import { wordsOf } from './text.ts';
import { vocabulary } from './vocabulary.ts';

const household = familyByName('household');

describe('the registry', () => {
  it('finds families, in its own order, and says which there are', () => {
    expect(familiesByName(FAMILIES.map((family) => family.name).reverse())).toEqual(FAMILIES);
    expect(() => familyByName('kitchen')).toThrow(/no task family “kitchen”.*household/);
  });
});

describe('the vocabulary', () => {
  it('begins with the special words and holds each word once', () => {
    const words = vocabulary([household]);
    expect(words.slice(0, 9)).toEqual([
      '<pad>',
      '<eos>',
      '<sep>',
      '<household>',
      '<b0>',
      '<b1>',
      '<b2>',
      '<b3>',
      '<b4>',
    ]);
    expect(words).toHaveLength(9 + household.words.length);
    const all = vocabulary(FAMILIES);
    expect(new Set(all).size).toBe(all.length);
  });

  it('covers all training data', () => {
    const words = new Set(vocabulary(FAMILIES));
    for (let i = 0; i < 100; i++) {
      const [agent] = playExamples(FAMILIES, 1, new RandomStream(3, 0, i));
      const environment = environmentExample(FAMILIES, 'hard', new RandomStream(3, 1, i));
      const texts = [agent.prompt, agent.completion, environment.context, environment.completion];
      for (const word of texts.flatMap(wordsOf)) expect(words).toContain(word);
    }
  });
});

describe('level priors', () => {
  it('are uniform, 1.35^level for ten levels, or halve', () => {
    expect(levelWeights('uniform', 3)).toEqual([1, 1, 1]);
    const hard = levelWeights('hard', 10);
    expect(hard[4]).toBeCloseTo(1.35 ** 5, 10);
    expect(levelWeights('easy', 3)).toEqual([0.5, 0.25, 0.125]);
  });

  it('keep the ratio of hardest to easiest whatever the number of levels', () => {
    for (const levels of [5, 6, 8, 10]) {
      const hard = levelWeights('hard', levels);
      expect(hard.at(-1)! / hard[0]).toBeCloseTo(1.35 ** 9, 8);
    }
  });
});

describe('training data', () => {
  it('never holds a text kept for evaluation', () => {
    const kept = new Set(
      (['development', 'held-out'] as const).flatMap((split) =>
        evaluationTasks(household, split, 12).map(({ text }) => text),
      ),
    );
    const base = baseTasks(household, 'easy', 500, new RandomStream(1, 0));
    for (const text of base) expect(kept.has(text)).toBe(false);
    for (const text of base) expect(partitionOf(text)).toBe('training');
  });

  it('follows the prior', () => {
    const texts = baseTasks(household, 'hard', 2000, new RandomStream(2, 0));
    const level = (text: string): number => text.split('&').length;
    const mean = texts.reduce((sum, text) => sum + level(text), 0) / texts.length;
    const weights = levelWeights('hard', 10);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const expected = weights.reduce((sum, weight, i) => sum + (weight / total) * (i + 1), 0);
    expect(Math.abs(mean - expected)).toBeLessThan(0.2);
  });

  it('joins context and completion to a whole task text', () => {
    for (let i = 0; i < 50; i++) {
      const { context, completion } = environmentExample([household], 'uniform', new RandomStream(4, 0, i));
      const [family, bucket, ...seed] = wordsOf(context);
      expect(family).toBe('<household>');
      expect(bucket).toMatch(/^<b[0-4]>$/);
      expect(household.parse([...seed, ...wordsOf(completion)].join(' ')).ok).toBe(true);
    }
  });

  it('refuses to make an example from what is no task', () => {
    expect(() => agentExample(household, 'clean clean', () => [''])).toThrow(/not a task/);
  });
});

describe('a dialogue as text', () => {
  it('marks who wrote which word', () => {
    const dialogue = { turns: ['go desk', 'take mug'], observations: ['mug pen'] };
    expect(dialogueText(dialogue)).toEqual({
      text: 'go desk <eos> mug pen <sep> take mug',
      mask: [1, 1, 1, 0, 0, 0, 1, 1],
    });
  });
});
