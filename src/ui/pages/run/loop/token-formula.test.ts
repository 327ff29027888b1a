/** @file The formula of a token as TeX: numbers that are known stand in it, letters for the others. */
import katex from 'katex';
import { expect, it } from 'vitest';
import { type EpochLearning, type TokenMeasured, tokenTerms } from '../../../../analysis/token-learning.ts';
import { texNumber, tokenFormula } from './token-formula.ts';

const objective: EpochLearning['objective'] = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: 0,
  klWeight: 0.03,
  klEstimator: 'k3',
  entropyWeight: 0.01,
  aggregation: 'token-mean',
  maxCompletionLength: 1,
  temperature: 1,
};

function formula(changes: Partial<typeof objective>, advantage: number, ratioKnown: boolean, measured: TokenMeasured) {
  const learning: EpochLearning = {
    objective: { ...objective, ...changes },
    steps: 2,
    made: true,
    rollouts: new Map(),
    largest: 1,
  };
  const step = { step: ratioKnown ? 0 : 1, weight: 0.001, ratioKnown };
  const rollout = { advantage, steps: [step], pushes: [0] };
  return tokenFormula(learning.objective, tokenTerms(learning, rollout, step, Math.log(0.5), measured), measured);
}

it('has every number where the weights were asked, and its sum', () => {
  const [letters, numbers] = formula({}, 0.5, true, { referenceLogprob: Math.log(0.5), entropy: 1.2 });
  expect(letters).toContain(String.raw`\min(\rho A,\ \mathrm{clip}(\rho)\,A)`);
  // π₀ = π: no divergence. 0.001 · (−0.5 − 0.01 · 1.2) = −0.000512.
  expect(numbers).toContain(String.raw`\min(1 \cdot 0.5,\ 1 \cdot 0.5) + 0.03 \cdot 0 - 0.01 \cdot 1.2`);
  expect(numbers).toMatch(/= -5\.12 \\cdot 10\^\{-4\}$/);
});

it('keeps the letters of what is not known, marks a ratio that stands in, and leaves out terms of weight 0', () => {
  const [, numbers] = formula({}, -1, false, {});
  expect(numbers).toContain('k_3');
  expect(numbers).toContain('H');
  expect(numbers).toContain('1^{?} \\cdot (-1)');
  expect(numbers).not.toContain('=  ');
  const [letters, few] = formula({ klWeight: 0, entropyWeight: 0, dualClip: 3 }, -1, true, {});
  expect(letters).toMatch(/\\max/);
  expect(few).not.toMatch(/k_3|H/);
  expect(few).toMatch(/= 0\.001$/);
});

it('is TeX that KaTeX can set', () => {
  for (const klEstimator of ['k3', 'k3-clamped', 'ratio-weighted', 'exact'] as const)
    for (const line of formula({ klEstimator, dualClip: 3 }, -0.3, false, {}))
      expect(() => katex.renderToString(line, { throwOnError: true })).not.toThrow();
  expect([0, 12.3456, -1e-7, 250000].map(texNumber)).toEqual([
    '0',
    '12.3',
    String.raw`-1.00 \cdot 10^{-7}`,
    String.raw`2.50 \cdot 10^{5}`,
  ]);
});
