import { expect, it } from 'vitest';
import { replayProbabilities } from './replay-probabilities.ts';

it('prefers what taught most, and a little what was not tried for long', () => {
  const seen = [
    { family: 'f', text: 'solved', score: 0, epoch: 3 },
    { family: 'f', text: 'even', score: 0.5, epoch: 3 },
    { family: 'f', text: 'old', score: 0.1, epoch: 1 },
  ];
  // Ranks: even, old, solved. Scores (1/rank)^10; staleness 1, 1, 3 of 5.
  const total = 1 + 2 ** -10 + 3 ** -10;
  const expected = [(0.9 * 3 ** -10) / total + 0.02, 0.9 / total + 0.02, (0.9 * 2 ** -10) / total + 0.06];
  replayProbabilities(seen, 4).forEach((probability, i) => expect(probability).toBeCloseTo(expected[i], 12));
});
