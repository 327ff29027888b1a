import { describe, expect, it } from 'vitest';
import { type Claim, compareArms, dedupeClaims, defaultReference, isClaim, sweepReport } from './claims.ts';
import type { Axis, RunSummary } from './run-summary.ts';
import { knownRun, twoArms } from './testing/summaries.ts';

const seeds = [1, 2, 3, 4, 5];

const genenvAndRandom = {
  treatment: 'genenv',
  control: 'random',
  measure: { kind: 'final' },
  axis: 'rollouts',
} as const;

const claimOf = (summaries: readonly RunSummary[], axis: Axis = 'rollouts') => {
  const [result, ...others] = compareArms(summaries, { ...genenvAndRandom, axis });
  expect(others).toEqual([]);
  return result;
};

describe('a claim', () => {
  it('is a paired difference with its interval, its n and its budget', () => {
    const claim = claimOf(twoArms()) as Claim;
    expect(claim).toMatchObject({ budget: 200, axis: 'rollouts', seeds: 5, modelPairs: 1 });
    expect(claim).toMatchObject({ leavesOutZero: true, enough: true });
    expect(claim.difference.n).toBe(5);
    expect(claim.difference.mean).toBeCloseTo(0.43, 12);
  });

  it('can turn with the axis: the environment’s training is paid for in floating-point operations', () => {
    const even = seeds.flatMap((seed) => [
      knownRun({ seed, heldOut: [0, 0.25, 0.5, 0.75], environmentFlops: 100 }),
      knownRun({ arm: 'random', seed, heldOut: [0, 0.2 + seed / 100, 0.4 + seed / 100] }),
    ]);
    expect((claimOf(even) as Claim).difference.mean).toBeGreaterThan(0);
    const overFlops = claimOf(even, 'flops') as Claim;
    expect(overFlops.budget).toBe(200);
    expect(overFlops.difference.mean).toBeLessThan(0);
  });

  it('shows no difference if the interval holds 0', () => {
    const runs = seeds.flatMap((seed) => [
      knownRun({ seed, heldOut: [0, 0.5 + (seed - 3) / 10] }),
      knownRun({ arm: 'random', seed, heldOut: [0, 0.5] }),
    ]);
    const claim = claimOf(runs) as Claim;
    expect(claim).toMatchObject({ leavesOutZero: false, enough: true });
  });

  it('is not made of one seed', () => {
    const few = (count: number) => twoArms().filter(({ settings }) => settings.seed <= count);
    // Three runs are too few, even if they agree.
    expect(claimOf(few(3))).toMatchObject({ leavesOutZero: true, enough: false, seeds: 3 });
    const one = claimOf(few(1));
    expect(isClaim(one)).toBe(false);
    expect(one).toEqual({
      condition: '',
      treatment: 'genenv',
      control: 'random',
      axis: 'rollouts',
      reason: 'one-pair',
    });
  });

  it('pairs seeds of the same models only', () => {
    const runs = seeds.flatMap((seed) => [
      knownRun({ seed, models: 'first', heldOut: [0, 0.6] }),
      knownRun({ arm: 'random', seed, models: 'second', heldOut: [0, 0.2] }),
    ]);
    expect(claimOf(runs)).toMatchObject({ reason: 'no-pair' });
    const twice = [...twoArms(), ...twoArms().map((run) => ({ ...run, models: 'other' }))];
    expect(claimOf(twice)).toMatchObject({ difference: { n: 10 }, seeds: 5, modelPairs: 2 });
  });

  it('is made within each condition', () => {
    const summaries = [0.3, 0.5].flatMap((alpha) =>
      twoArms().map((run) => ({ ...run, settings: { ...run.settings, alpha } })),
    );
    const claims = compareArms(summaries, genenvAndRandom);
    expect(claims.map(({ condition }) => condition)).toEqual(['alpha 0.3', 'alpha 0.5']);
    expect(compareArms(summaries, { ...genenvAndRandom, treatment: 'static', control: 'offline-2x' })).toEqual([]);
  });
});

it('reasons that repeat are said once for each pair of arms and condition; claims all stay', () => {
  const one = twoArms().filter(({ settings }) => settings.seed === 1);
  const refused = [
    ...compareArms(one, genenvAndRandom),
    ...compareArms(one, { ...genenvAndRandom, measure: { kind: 'area' }, axis: 'flops' }),
    ...compareArms(one, { ...genenvAndRandom, treatment: 'static' }),
  ];
  expect(dedupeClaims(refused)).toEqual([refused[0], refused[2]]);
  const [claim] = compareArms(twoArms(), genenvAndRandom);
  expect(dedupeClaims([claim, claim])).toHaveLength(2);
});

const request = { axis: 'rollouts', threshold: 0.5, reference: 'random' } as const;
const pair = (seed: number, lift: number) => [
  knownRun({ arm: 'genenv', seed, heldOut: [0, 0.5, 0.6 + lift] }),
  knownRun({ arm: 'random', seed, heldOut: [0, 0.1, 0.2] }),
];

it('gives every arm its mean, n and threshold, and three claims with interval and n', () => {
  const { conditions, claims, notes } = sweepReport([...pair(1, 0), ...pair(2, 0.1)], request);
  expect(notes).toEqual([]);
  expect(conditions).toHaveLength(1);
  expect(conditions[0].results!.arms).toMatchObject([
    {
      arm: 'genenv',
      final: { n: 2, mean: expect.closeTo(0.65, 9), standardError: expect.closeTo(0.05, 9) },
      difference: { mean: expect.closeTo(0.45, 9) },
      reached: [{ runs: 2, of: 2, median: 1 }],
    },
    { arm: 'random', difference: null, reached: [{ runs: 0, of: 2, median: null }] },
  ]);
  expect(claims.map((claim) => isClaim(claim) && [claim.measure.kind, claim.difference.n])).toEqual([
    ['final', 2],
    ['area', 2],
    ['threshold', 2],
  ]);
});

it('keeps grid points apart, and says if runs came from different adapters', () => {
  const other = pair(1, 0).map((run) => ({
    ...run,
    settings: { ...run.settings, alpha: 0.3 },
    agent: { ...run.agent, runtime: 'another adapter' },
  }));
  const { conditions, notes } = sweepReport([...pair(1, 0), ...other], request);
  expect(conditions.map(({ label }) => label)).toEqual(['alpha 0.5', 'alpha 0.3']);
  expect(notes).toEqual([{ code: 'different-adapters', adapters: ['none', 'another adapter'] }]);
});

it('compares with the frozen environment if there is one', () => {
  expect(defaultReference(['genenv', 'random', 'static'])).toBe('random');
  expect(defaultReference(['genenv', 'static'])).toBe('static');
  expect(defaultReference([])).toBeUndefined();
});
