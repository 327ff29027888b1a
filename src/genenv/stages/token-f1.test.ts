/** @file Token F1 is the same from texts (benchmarks) and from token ids (curriculum, whose WGSL has the same test). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenComparison, tokenF1 } from '../../tasks/text.ts';
import { assess } from '../../curriculum/curriculum.ts';

const WORDS = ['yes', 'no', 'noanswer', 'red', 'car', 'the', 'please', 'cup.'];

it('a comparison of ids scores what the texts score', () => {
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '));
  const ids = (tokens: readonly string[]) => tokens.map((token) => WORDS.findIndex((word) => word.startsWith(token)));
  fc.assert(
    fc.property(text, text, (prediction, reference) => {
      const { rule, ...sides } = tokenComparison(prediction, reference);
      const question = { rule, answer: ids(sides.answer), reference: ids(sides.reference) };
      const { rewards } = assess({
        rollouts: [question],
        groupSizes: [1],
        successThreshold: 1,
        scale: { scale: 'none', epsilon: 0 },
      });
      expect(rewards[0]).toBeCloseTo(tokenF1(prediction, [reference]), 12);
    }),
  );
  // Words beside the expected "yes" make the answer wrong.
  expect(tokenF1('yes please', ['yes'])).toBe(0);
});
