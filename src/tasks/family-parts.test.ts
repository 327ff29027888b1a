import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { environmentExample, playExamples } from './data.ts';
import { household } from './families/household/household.ts';
import { dialogueText, partitionOf } from './family-parts.ts';
import { vocabulary } from './family.ts';
import { FAMILIES, familiesByName, familyByName, familyNames } from './registry.ts';
import { wordsOf } from './text.ts';

describe('the text of a dialogue', () => {
  it('marks who wrote which word', () => {
    const dialogue = { turns: ['go desk', 'take mug'], observations: ['mug pen'] };
    expect(dialogueText(dialogue)).toEqual({
      text: 'go desk <eos> mug pen <sep> take mug',
      mask: [1, 1, 1, 0, 0, 0, 1, 1],
    });
  });
});

describe('task texts', () => {
  it('fall into the three data sets by their shares', () => {
    const counts = { training: 0, development: 0, 'held-out': 0 };
    for (let i = 0; i < 6000; i++) counts[partitionOf(`text ${i}`)]++;
    expect(Math.abs(counts.development - 1000)).toBeLessThan(120);
    expect(Math.abs(counts['held-out'] - 1000)).toBeLessThan(120);
  });
});

it('knows each family by its own name', () => {
  expect(FAMILIES.map(({ name }) => name)).toEqual(familyNames);
});

it('finds families, in its own order, and says which there are', () => {
  expect(familiesByName(FAMILIES.map((family) => family.name).reverse())).toEqual(FAMILIES);
  expect(() => familyByName('kitchen')).toThrow(/^unknown-family {"name":"kitchen".*household/);
});

it('begins with the special words and holds each word once', () => {
  const words = vocabulary([household]);
  expect(words.slice(0, 9)).toEqual(['<pad>', '<eos>', '<sep>', '<household>', '<b0>', '<b1>', '<b2>', '<b3>', '<b4>']);
  expect(words).toHaveLength(9 + household.words.length);
  const all = vocabulary(FAMILIES);
  expect(new Set(all).size).toBe(all.length);
});

it('covers all training data', () => {
  const families = FAMILIES.filter(({ chat }) => !chat);
  const words = new Set(vocabulary(families));
  for (let i = 0; i < 100; i++) {
    const [agent] = playExamples(families, 1, new RandomStream(3, 0, i));
    const environment = environmentExample(families, 'hard', new RandomStream(3, 1, i));
    const texts = [agent.prompt, agent.completion, environment.context, environment.completion];
    for (const word of texts.flatMap(wordsOf)) expect(words).toContain(word);
  }
});
