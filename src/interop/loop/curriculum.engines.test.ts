/** @file The formulas of the loop's Python against ours, on every count. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AdvantageScale, groupAdvantages } from '../../curriculum/advantages.ts';
import { bandAround } from '../../curriculum/difficulty-filter.ts';
import { assess, weigh } from '../../curriculum/curriculum.ts';
import { scopesOf, type SuccessScope } from '../../curriculum/success.ts';

const VERDICTS = fileURLToPath(new URL('./tests/verdicts_of.py', import.meta.url));

const successScopes: readonly SuccessScope[] = ['task', 'batch', 'epoch'];

/** Both programs work in double precision; their exp may differ in the last bit, and their sums in the order. */
const DIGITS = 12;

describe('curriculum.py', () => {
  const scales: AdvantageScale[] = [
    { scale: 'sample', epsilon: 1e-4 },
    { scale: 'population', epsilon: 1e-6 },
    { scale: 'none', epsilon: 0 },
  ];
  const bands = [
    { alpha: 0.5, kMin: 0.1, beta: 2, lambda: 1 },
    { alpha: 0.3, kMin: 0.2, beta: 50, lambda: 3 },
    { alpha: 0.5, kMin: 0.5, beta: 8, lambda: 0 },
  ];
  // Every k of groups of 10, two tasks a batch, every third not written by the environment.
  const tasks = Array.from({ length: 22 }, (_, i) => ({
    index: i,
    batch: Math.floor(i / 2),
    source: i % 3 === 0 ? 'replay' : 'environment',
    rewards: Array.from({ length: 10 }, (_, rollout) => (rollout < Math.floor(i / 2) ? 1 : rollout === 9 ? 0.3 : 0)),
  }));

  it('give the success, R_env, filter, weights and advantages that ours give', () => {
    const cases = successScopes.flatMap((successScope) =>
      bands.flatMap((band) =>
        scales.map((advantage) => ({
          settings: { ...band, successThreshold: 0.3, successScope },
          rules: { advantage, band: bandAround(band.alpha, band.kMin) },
        })),
      ),
    );
    const { stdout, stderr, status } = spawnSync('python3', [VERDICTS], {
      input: JSON.stringify({ tasks, cases }),
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    if (status !== 0) throw new Error(stderr);
    const found = JSON.parse(stdout) as Record<string, unknown>[][];
    const seen = new Set<boolean>();
    cases.forEach(({ settings, rules }, i) => {
      const { counts, advantages } = assess({
        rollouts: tasks.flatMap(({ rewards }) => rewards.map((reward) => ({ rule: 'given' as const, reward }))),
        groupSizes: tasks.map(({ rewards }) => rewards.length),
        successThreshold: settings.successThreshold,
        scale: rules.advantage,
      });
      const { alpha, beta, lambda } = settings;
      const ours = weigh({
        counts,
        scopeOf: scopesOf(
          tasks.map(({ batch }) => batch),
          settings.successScope,
        ),
        reward: { kind: 'alpha', alpha, beta },
        penalties: tasks.map(() => 0),
        band: rules.band,
        lambda,
        own: tasks.map(({ source }) => source === 'environment'),
      });
      found[i].forEach((verdict, task) => {
        expect([verdict.count, verdict.scope, verdict.kept]).toEqual([
          counts[task],
          ours.scopes[task],
          ours.kept[task],
        ]);
        expect(verdict.environmentReward).toBeCloseTo(ours.rewards[task], DIGITS);
        expect(verdict.weight).toBeCloseTo(ours.weights[task], DIGITS);
        (verdict.advantages as number[]).forEach((advantage, rollout) =>
          expect(advantage).toBeCloseTo(advantages[10 * task + rollout], DIGITS),
        );
        seen.add(ours.kept[task]);
      });
    });
    expect(seen).toEqual(new Set([true, false]));
    expect(groupAdvantages([1, 0, 0, 0], scales[2])).toEqual([0.75, -0.25, -0.25, -0.25]);
  });
});
