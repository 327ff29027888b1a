import { describe, expect, it } from 'vitest';
import { heldOutCurve } from './axes.ts';
import { type Claim, compareArms, isClaim } from './claims.ts';
import { armsOf, commonBudget, conditionsOf, measured, measuredByRepetition, reachedBy } from './comparison.ts';
import type { RunSummary } from './run-summary.ts';
import { knownRun } from './testing/summaries.ts';

const seeds = [1, 2, 3, 4, 5];

/** GenEnv ends .4 above Random, give or take what differs from seed to seed. */
const twoArms = (): RunSummary[] =>
  seeds.flatMap((seed) => [
    knownRun({ seed, heldOut: [0, 0.2, 0.6 + seed / 100], environmentFlops: 100 }),
    knownRun({ arm: 'random', seed, heldOut: [0, 0.1, 0.2, 0.3] }),
  ]);

const claimOf = (summaries: readonly RunSummary[], request: Partial<Parameters<typeof compareArms>[1]> = {}) => {
  const [result, ...others] = compareArms({ summaries }, { treatment: 'genenv', control: 'random', ...request });
  expect(others).toEqual([]);
  return result;
};

describe('measures at a common budget', () => {
  const runs = { summaries: twoArms() };

  it('compare at what every run has spent, whatever the others did after it', () => {
    expect(commonBudget(runs, 'rollouts')).toBe(200);
    expect([...measuredByRepetition(runs, 'random', { kind: 'final' }, 'rollouts', 200).values()]).toEqual(
      seeds.map(() => 0.2),
    );
  });

  it('are final success, mean success and the cost of a threshold', () => {
    const curve = heldOutCurve(runs.summaries[0], 'rollouts');
    expect(measured(curve, { kind: 'final' }, 150)).toBe(0.2);
    // Trapezoids of 0, .2 and .61 over 200 rollouts.
    expect(measured(curve, { kind: 'area' }, 200)).toBeCloseTo((0.1 + 0.405) / 2, 12);
    expect(measured(curve, { kind: 'threshold', at: 0.2 }, 200)).toBe(100);
    expect(measured(curve, { kind: 'threshold', at: 0.9 }, 200)).toBe(200);
    expect(measured([], { kind: 'final' }, 200)).toBeNull();
  });

  it('count who reached a threshold', () => {
    expect(reachedBy(runs, 'genenv', 0.6, 'rollouts', 200)).toEqual({ runs: 5, of: 5, median: 200 });
    expect(reachedBy(runs, 'genenv', 0.63, 'rollouts', 200)).toEqual({ runs: 3, of: 5, median: 200 });
    expect(reachedBy(runs, 'genenv', 0.64, 'rollouts', 200)).toEqual({ runs: 2, of: 5, median: null });
    expect(reachedBy(runs, 'random', 0.3, 'rollouts', 200).runs).toBe(0);
  });

  it('count what was spent before training', () => {
    const run = knownRun({ arm: 'static', heldOut: [0.1, 0.3] });
    run.heldOut.forEach((row) => (row.environmentFlops += 1000));
    expect(heldOutCurve(run, 'flops')).toEqual([
      { x: 0, y: 0.1 },
      { x: 1000, y: 0.1 },
      { x: 1100, y: 0.3 },
    ]);
  });
});

describe('a claim', () => {
  it('is a paired difference with its interval, its n and its budget', () => {
    const claim = claimOf(twoArms()) as Claim;
    expect(claim).toMatchObject({ budget: 200, axis: 'rollouts', shown: true, seeds: 5, modelPairs: 1 });
    expect(claim.difference.n).toBe(5);
    expect(claim.difference.mean).toBeCloseTo(0.43, 12);
    expect(claim.sentence).toMatch(
      /^GenEnv − GenEnv-Random, held-out success after 200 agent rollouts: \+0\.43 \[\+0\.414, \+0\.448\] \(95% bootstrap interval of paired differences, n = 5: 5 seeds of one model pair\)\. The interval leaves out 0\.$/,
    );
  });

  it('can turn with the axis: the environment’s training is paid for in floating-point operations', () => {
    const even = seeds.flatMap((seed) => [
      knownRun({ seed, heldOut: [0, 0.25, 0.5, 0.75], environmentFlops: 100 }),
      knownRun({ arm: 'random', seed, heldOut: [0, 0.2 + seed / 100, 0.4 + seed / 100] }),
    ]);
    expect((claimOf(even) as Claim).difference.mean).toBeGreaterThan(0);
    const overFlops = claimOf(even, { axis: 'flops' }) as Claim;
    expect(overFlops.budget).toBe(200);
    expect(overFlops.difference.mean).toBeLessThan(0);
    expect(overFlops.sentence).toContain('after 200 floating-point operations of both models');
  });

  it('shows nothing of so few runs, though they agree', () => {
    const few = [1, 2].flatMap((seed) => [
      knownRun({ seed, heldOut: [0, 0.6] }),
      knownRun({ arm: 'random', seed, heldOut: [0, 0.5] }),
    ]);
    const claim = claimOf(few) as Claim;
    expect(claim.difference.interval).toMatchObject({ low: expect.closeTo(0.1, 9), high: expect.closeTo(0.1, 9) });
    expect(claim.shown).toBe(false);
    expect(claim.sentence).toContain('So few runs make the true coverage at most 0.50: no difference is shown.');
  });

  it('says that no difference is shown where the interval holds 0', () => {
    const runs = seeds.flatMap((seed) => [
      knownRun({ seed, heldOut: [0, 0.5 + (seed - 3) / 10] }),
      knownRun({ arm: 'random', seed, heldOut: [0, 0.5] }),
    ]);
    const claim = claimOf(runs) as Claim;
    expect(claim.shown).toBe(false);
    expect(claim.sentence).toContain('The interval holds 0: no difference is shown.');
  });

  it('warns of too few seeds, and is not made of one', () => {
    const few = (count: number) => twoArms().filter(({ settings }) => settings.seed <= count);
    expect(claimOf(few(3)).sentence).toContain('So few runs make the true coverage at most 0.75');
    const one = claimOf(few(1));
    expect(isClaim(one)).toBe(false);
    expect(one.sentence).toBe(
      'nothing is claimed of GenEnv against GenEnv-Random: only one seed has both of them on the same models, and an ' +
        'interval needs at least two. Run more seeds.',
    );
  });

  it('pairs seeds of the same models only', () => {
    const runs = seeds.flatMap((seed) => [
      knownRun({ seed, models: 'first', heldOut: [0, 0.6] }),
      knownRun({ arm: 'random', seed, models: 'second', heldOut: [0, 0.2] }),
    ]);
    expect(claimOf(runs).sentence).toContain('no seed has both of them');
    const twice = [...twoArms(), ...twoArms().map((run) => ({ ...run, models: 'other' }))];
    expect((claimOf(twice) as Claim).sentence).toContain('n = 10: 5 seeds and 2 model pairs');
  });

  it('over seconds needs recorded seconds', () => {
    expect(claimOf(twoArms(), { axis: 'seconds' }).sentence).toContain('not all of their runs have recorded seconds');
    const summaries = twoArms();
    const telemetry = new Map(summaries.map(({ id }) => [id, { id, seconds: [1, 3, 5, 7] }]));
    const [claim] = compareArms(
      { summaries, telemetry },
      { treatment: 'genenv', control: 'random', axis: 'seconds', measure: { kind: 'threshold', at: 0.6 } },
    );
    expect(claim).toMatchObject({ budget: 5, difference: { mean: 0 } });
  });
});

describe('conditions', () => {
  it('are what differs besides arm, seed and models; claims are made within each', () => {
    const summaries = [0.3, 0.5].flatMap((alpha) =>
      twoArms().map((run) => ({ ...run, settings: { ...run.settings, alpha } })),
    );
    expect(conditionsOf(summaries).map(({ label, runs }) => [label, runs.length])).toEqual([
      ['alpha 0.3', 10],
      ['alpha 0.5', 10],
    ]);
    expect(armsOf(summaries)).toEqual(['genenv', 'random']);
    const claims = compareArms({ summaries }, { treatment: 'genenv', control: 'random' });
    expect(claims.map(({ sentence }) => sentence.slice(0, 16))).toEqual(['With alpha 0.3: ', 'With alpha 0.5: ']);
    expect(compareArms({ summaries }, { treatment: 'static', control: 'offline-2x' })).toEqual([]);
  });
});
