import { expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { environmentExample, playExamples } from './data.ts';
import { household } from './families/household/household.ts';
import { FAMILIES } from './registry.ts';
import { wordsOf } from './text.ts';
import { vocabulary } from './family.ts';

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
