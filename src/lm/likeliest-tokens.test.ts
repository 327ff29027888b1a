/** @file The most probable tokens, beside a full sort. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { likeliestTokens } from './likeliest-tokens.ts';

it('are the first of all tokens sorted by probability, ties by id', () => {
  const logits = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(logits, fc.integer({ min: 0, max: 14 }), fc.constantFrom(0.7, 1), (row, count, temperature) => {
      const logprobs = logSoftmaxReference(row, temperature);
      const sorted = row.map((logit, id) => ({ logit, id })).sort((a, b) => b.logit - a.logit || a.id - b.id);
      const found = likeliestTokens(Float32Array.from(row), temperature, count);
      expect(found.map(({ id }) => id)).toEqual(sorted.slice(0, count).map(({ id }) => id));
      for (const { id, logprob } of found) expect(logprob).toBeCloseTo(logprobs[id], 10);
    }),
  );
});
