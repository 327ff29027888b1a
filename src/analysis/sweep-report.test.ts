import { expect, it } from 'vitest';
import { defaultReference, isClaim, sweepReport } from './claims.ts';
import { knownRun } from './testing/summaries.ts';

const request = { axis: 'rollouts', threshold: 0.5, reference: 'random' } as const;
const pair = (seed: number, lift: number) => [
  knownRun({ arm: 'genenv', seed, heldOut: [0, 0.5, 0.6 + lift] }),
  knownRun({ arm: 'random', seed, heldOut: [0, 0.1, 0.2] }),
];

it('gives every arm its mean, n and threshold, and three claims with interval and n', () => {
  const { conditions, claims, notes } = sweepReport({ summaries: [...pair(1, 0), ...pair(2, 0.1)] }, request);
  expect(notes).toEqual([]);
  expect(conditions).toHaveLength(1);
  const [genenv, random] = conditions[0].results!.arms;
  expect(genenv).toMatchObject({ arm: 'genenv', reached: [{ runs: 2, of: 2, median: 1 }] });
  expect(genenv.final).toMatchObject({ n: 2, mean: expect.closeTo(0.65, 9) });
  expect(genenv.final.standardError).toBeCloseTo(0.05, 9);
  expect(genenv.difference!.mean).toBeCloseTo(0.45, 9);
  expect(random).toMatchObject({ difference: null, reached: [{ runs: 0, of: 2, median: null }] });
  expect(claims.map((claim) => isClaim(claim) && [claim.measure.kind, claim.difference.n])).toEqual([
    ['final', 2],
    ['area', 2],
    ['threshold', 2],
  ]);
});

it('claims nothing of one seed, and says why, once', () => {
  const { claims } = sweepReport({ summaries: pair(1, 0) }, request);
  expect(claims).toHaveLength(1);
  expect(claims.some(isClaim)).toBe(false);
  expect(claims[0]).toMatchObject({ treatment: 'genenv', control: 'random', reason: 'one-pair' });
});

it('keeps grid points apart, and says where runs came from different adapters', () => {
  const other = pair(1, 0).map((run) => ({
    ...run,
    settings: { ...run.settings, alpha: 0.3 },
    agent: { ...run.agent, runtime: 'another adapter' },
  }));
  const { conditions, notes } = sweepReport({ summaries: [...pair(1, 0), ...other] }, request);
  expect(conditions.map(({ label }) => label)).toEqual(['alpha 0.5', 'alpha 0.3']);
  expect(notes).toEqual([{ code: 'different-adapters', adapters: ['none', 'another adapter'] }]);
});

it('compares with the frozen environment where there is one', () => {
  expect(defaultReference(['genenv', 'random', 'static'])).toBe('random');
  expect(defaultReference(['genenv', 'static'])).toBe('static');
  expect(defaultReference([])).toBeUndefined();
});
